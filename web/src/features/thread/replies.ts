import { type Post } from '@forum/shared/contract'
import { useForum } from '../../store'
import { attachedTo, type DraftFile } from '../composer'
import { draftKey, drafts, type Attempt } from '../drafts'

export interface ReplyDraft {
  content: string
  /** The quoted post; null for none and for the opening post. */
  quotedPostId: number | null
  files: readonly DraftFile[]
  attempt: Attempt | null
}

export const EMPTY_REPLY: ReplyDraft = { content: '', quotedPostId: null, files: [], attempt: null }

export const replyDraftKey = (threadId: number): string => `reply:${threadId}`

const placeOf = (threadId: number) =>
  draftKey(useForum.getState().session.user?.id ?? null, replyDraftKey(threadId))

/**
 * Sends the reply draft of a thread. Resolves with the post, or with null if it failed, in which case the store holds
 * the reason.
 */
export async function sendReply(threadId: number): Promise<Post | null> {
  const forum = useForum.getState()
  if (forum.replies[threadId]?.status === 'sending') return null
  const place = placeOf(threadId)
  const draft = drafts.read(place, EMPTY_REPLY).value
  const { content, quotedPostId } = draft
  const attachmentIds = attachedTo(draft).map(({ id }) => id)
  const reply = { content, quotedPostId, afterNumber: forum.threads[threadId]?.lastNumber ?? 0 }
  forum.setReply(threadId, { ...reply, status: 'sending', error: null })
  const result = await forum.submit(place, EMPTY_REPLY, 'createPost', {
    content,
    threadId,
    quotedPostId,
    ...(attachmentIds.length === 0 ? {} : { attachmentIds }),
  })
  if (!result) return null
  if (!result.ok) {
    const { error } = result
    forum.setReply(threadId, { ...reply, status: 'failed', error })
    if (error.code === 'THREAD_LOCKED' || error.code === 'NOT_FOUND') void forum.catchUpSoon(threadId)
    return null
  }
  const { post, thread } = result.value
  // The post was unknown before, so whatever is known of it by now is newer than the response.
  forum.applyReturnedPost(post, undefined)
  forum.setReply(threadId, null)
  if ((useForum.getState().logs[threadId]?.seq ?? 0) < thread.seq) void forum.catchUpSoon(threadId)
  return post
}

/** Ends the sending of a reply whose response was lost but whose post has arrived: the server has accepted it. */
export function settleReply(threadId: number): void {
  const { replies, setReply } = useForum.getState()
  const place = placeOf(threadId)
  if (drafts.read(place, EMPTY_REPLY).value.content === replies[threadId]?.content) drafts.clear(place)
  setReply(threadId, null)
}
