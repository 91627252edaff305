import { type Post, type ThreadInList } from '@forum/shared/contract'
import { defineSlice } from '../../store'

/** A thread or a reply of the reader. Both share one id space in lists, so the ids of replies are negative. */
export type OwnEntry = { id: number; at: string } & (
  | { kind: 'thread'; thread: ThreadInList }
  | { kind: 'reply'; post: Post }
)

/** The reader's own threads and replies, by the id of the entry. */
export const ownEntriesSlice = defineSlice('ownEntries', (): Record<number, OwnEntry> => ({}))
