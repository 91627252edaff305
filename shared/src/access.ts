/** Whom a board lets in, from everyone to the fewest. Staff and a board's own moderators are always let in. */
export const ADMITTED = ['everyone', 'members', 'groups', 'staff'] as const
export type Admitted = (typeof ADMITTED)[number]

/** Who sees a board, starts threads and replies there. Only signed-in members write. */
export interface BoardAccess {
  see: Admitted
  start: Exclude<Admitted, 'everyone'>
  reply: Exclude<Admitted, 'everyone'>
}

/** The access of a board of which none is stored. */
export const OPEN_ACCESS: BoardAccess = { see: 'everyone', start: 'members', reply: 'members' }

/** The gate of boards that every member sees, and no stranger. */
export const MEMBERS_GATE = 'members'

/**
 * Returns the gate of a board that fewer see than `everyone` or `members`. Live events of what is behind a gate go to
 * channels of its own, which only those join who may pass.
 */
export const gateOfBoard = (boardId: number): string => String(boardId)

/** How members come into a group: an admin adds them, lets them in on request, gives them a code, or by age and posts. */
export const GROUP_JOININGS = ['byHand', 'request', 'code', 'auto'] as const
export type GroupJoining = (typeof GROUP_JOININGS)[number]
