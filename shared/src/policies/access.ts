import type { BoardRights } from '../access'
import type { Actor } from './members'

export { ALL_RIGHTS, type BoardRights } from '../access'

/** A reader without an account, as policies see one. */
export interface Stranger {
  id: null
  boards: BoardRights
}

/** Whoever reads: what a reader may see never depends on having an account alone. */
export type ActingReader = Actor | Stranger

/** Returns true if a board exists for a reader. */
export const maySeeBoard = (reader: Pick<ActingReader, 'boards'>, boardId: number): boolean =>
  !reader.boards.hidden.has(boardId)

/** Returns the member who reads; null for a stranger. */
export const memberOf = (reader: ActingReader): Actor | null => (reader.id === null ? null : reader)
