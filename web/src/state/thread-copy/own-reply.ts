import { type Read, sessionSlice } from '../../store'
import { draftKey } from '../drafts'

/** The draft of a member's reply to a thread. */
export const replyDraftKey = (threadId: number): string => `reply:${threadId}`

/** Where the draft of the reader's own reply is kept, which also identifies its submission. */
export const replyPlace = (read: Read, threadId: number): string =>
  draftKey(read(sessionSlice).user?.id ?? null, replyDraftKey(threadId))
