import { signedIn, type Handlers } from '../platform/http/mount'
import type { Invitations } from './invitations.service'

export const invitationRoutes = (invitations: Invitations) =>
  ({
    listInvitations: async (call) => ({ invitations: await invitations.list(signedIn(call)) }),
    createInvitation: async (call) => ({ invitation: await invitations.create(signedIn(call), call.body) }),
    withdrawInvitation: async (call) => {
      await invitations.withdraw(signedIn(call), call.params.code)
    },
  }) satisfies Partial<Handlers>
