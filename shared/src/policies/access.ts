import type { Actor } from './members'

/** What a reader may not do in which boards. The server computes it; all readers of a class share one. */
export interface BoardRights {
  /** Stands for `hidden`: readers with the same key see the same boards. '' if they see all of them. */
  readonly key: string
  /** For this reader, these boards and all that is in them do not exist. */
  readonly hidden: ReadonlySet<number>
  readonly noThreads: ReadonlySet<number>
  readonly noReplies: ReadonlySet<number>
  /** What the reader passes to hear of boards that not everyone sees (`gateOfBoard`). */
  readonly gates: readonly string[]
}

const NONE: ReadonlySet<number> = new Set()
/** The rights of everyone in a forum whose boards are open to all. */
export const ALL_RIGHTS: BoardRights = { key: '', hidden: NONE, noThreads: NONE, noReplies: NONE, gates: [] }

/** A reader without an account, as policies see one. */
export interface Stranger {
  id: null
  boards: BoardRights
}

/** Whoever reads: what a reader may see never depends on having an account alone. */
export type ActingReader = Actor | Stranger

/** Whether a board exists for a reader. */
export const maySeeBoard = (reader: Pick<ActingReader, 'boards'>, boardId: number): boolean =>
  !reader.boards.hidden.has(boardId)

/** Returns the member who reads; null for a stranger. */
export const memberOf = (reader: ActingReader): Actor | null => (reader.id === null ? null : reader)
