import { type Slice } from '../../store/slice'
import { type OwnEntry } from './lists'

export interface MyContentState {
  /** The reader's own threads and replies, by the id of the entry. */
  ownEntries: Record<number, OwnEntry>
}

declare module '../../store/slice' {
  interface ForumState extends MyContentState {}
}

export const myContentSlice = {
  scope: 'session',
  initialState: (): MyContentState => ({ ownEntries: {} }),
} satisfies Slice
