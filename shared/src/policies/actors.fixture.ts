import { ALL_RIGHTS } from './access'
import type { Actor } from './members'

/** The board that all subjects of the policies' tests belong to. */
export const BOARD = 42
export const AUTHOR_ID = 1

const member = (id: number): Actor => ({
  id,
  role: 'user',
  moderatedBoardIds: [],
  isMuted: false,
  boards: ALL_RIGHTS,
})
const muted = (actor: Actor): Actor => ({ ...actor, isMuted: true })

const author = member(AUTHOR_ID)
const stranger: Actor = { ...member(2), moderatedBoardIds: [BOARD + 1] }
const boardModerator: Actor = { ...member(3), moderatedBoardIds: [BOARD] }
const moderator: Actor = { ...member(4), role: 'moderator' }
const admin: Actor = { ...member(5), role: 'admin' }

/** Every kind of member that policies distinguish; the stranger moderates another board. */
export const ACTORS = {
  author,
  stranger,
  'board moderator': boardModerator,
  moderator,
  admin,
  'muted author': muted(author),
  'muted stranger': muted(stranger),
  'muted board moderator': muted(boardModerator),
} as const satisfies Record<string, Actor>
export type ActorName = keyof typeof ACTORS

/** A row of a table: what a policy returns for each kind of member. */
export type Verdicts<V> = Record<ActorName, V>

/** Returns the verdict of a policy for each kind of member, to be compared with a row of a table. */
export const verdictsOf = <V>(policy: (actor: Actor) => V): Verdicts<V> =>
  Object.fromEntries(Object.entries(ACTORS).map(([name, actor]) => [name, policy(actor)])) as Verdicts<V>

/** A row in the order of `ACTORS`. */
export const row = <V>(...verdicts: [V, V, V, V, V, V, V, V]): Verdicts<V> =>
  Object.fromEntries(Object.keys(ACTORS).map((name, i) => [name, verdicts[i]])) as Verdicts<V>
