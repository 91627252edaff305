/**
 * The readers that a board admits, from everyone to the fewest. Staff and a board's own moderators are always
 * admitted.
 */
export const ADMITTED = ['everyone', 'members', 'groups', 'staff'] as const
export type Admitted = (typeof ADMITTED)[number]
/** Only signed-in members write. */
export const WRITERS = ['members', 'groups', 'staff'] as const satisfies readonly Admitted[]

/** Who sees a board, starts threads and replies there. */
export interface BoardAccess {
  see: Admitted
  start: (typeof WRITERS)[number]
  reply: (typeof WRITERS)[number]
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

/** The ways into a group: an admin adds the member, grants a request, or hands out a code, or age and posts suffice. */
export const GROUP_JOININGS = ['byHand', 'request', 'code', 'auto'] as const
export type GroupJoining = (typeof GROUP_JOININGS)[number]

/**
 * A member's interest in a board: hears of its new threads, sees it as others do, or keeps it out of lists of all
 * boards.
 */
export const BOARD_LEVELS = ['follow', 'normal', 'hide'] as const
export type BoardLevel = (typeof BOARD_LEVELS)[number]

/**
 * The boards in which a reader may not see, start or answer threads. The server computes them; all readers of a class
 * share one object.
 */
export interface BoardRights {
  /** Stands for `hidden`: readers with the same key see the same boards. '' if they see all of them. */
  readonly key: string
  /** For this reader, these boards and all that is in them do not exist. */
  readonly hidden: ReadonlySet<number>
  readonly noThreads: ReadonlySet<number>
  readonly noReplies: ReadonlySet<number>
  /** The gates that the reader passes: those of the visible boards that not everyone sees (`gateOfBoard`). */
  readonly gates: readonly string[]
}

const NONE: ReadonlySet<number> = new Set()
/** The rights of everyone in a forum whose boards are open to all. */
export const ALL_RIGHTS: BoardRights = { key: '', hidden: NONE, noThreads: NONE, noReplies: NONE, gates: [] }
