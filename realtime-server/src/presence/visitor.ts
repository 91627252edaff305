import type { TokenHolder } from '@forum/shared/contract'
import type { GatewaySocket } from '../connection/socket'
import type { Visitor } from './presence-store'

/** A member is one person across all tabs; an anonymous socket counts as a person. */
export const visitorOf = ({ user, showOnline }: TokenHolder): Visitor => ({
  key: `user:${user.id}`,
  user,
  shown: showOnline,
})

/** Returns the visitor of a socket. */
export const visitorOn = ({ id, data }: GatewaySocket): Visitor =>
  data.session ? visitorOf(data.session.holder) : { key: `guest:${id}`, user: null, shown: false }
