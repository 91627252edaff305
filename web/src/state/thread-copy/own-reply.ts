import { type Read, sessionSlice } from '../../store'
import { draftKey } from '../drafts'

/** Returns the key of a member's draft of a reply to a thread. */
export const replyDraftKey = (threadId: number): string => `reply:${threadId}`

/** Returns the storage key of the draft of the reader's reply, which also identifies its submission. */
export const replyPlace = (read: Read, threadId: number): string =>
  draftKey(read(sessionSlice).user?.id ?? null, replyDraftKey(threadId))
