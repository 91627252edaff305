import { type Post } from '@forum/shared/contract'
import { ApiError, callAgainIfUnsure } from '../../lib/api'
import { useForum } from '../../store'
import { draftKey, drafts } from '../drafts'

/** A try that may have reached the server: while nothing is changed, the next one is the same one. */
export interface Attempt {
  key: string
  content: string
  quotedPostId: number | null
}

export interface ReplyDraft {
  content: string
  /** The post that is quoted; null for none and for the opening post. */
  quotedPostId: number | null
  attempt: Attempt | null
}

export const EMPTY_REPLY: ReplyDraft = { content: '', quotedPostId: null, attempt: null }

export const replyDraftKey = (threadId: number): string => `reply:${threadId}`

/**
 * Sends what stands in a thread's reply draft (product research C7). One automatic retry with the same
 * idempotency key; the draft goes only when the server has said yes. Resolves with the post, or null when it
 * failed: why stands in the store.
 */
export async function sendReply(threadId: number): Promise<Post | null> {
  const forum = useForum.getState()
  if (forum.replies[threadId]?.status === 'sending') return null
  const place = draftKey(forum.session.user?.id ?? null, replyDraftKey(threadId))
  const { content, quotedPostId, attempt: before } = drafts.read(place, EMPTY_REPLY).value
  const isSame = before?.content === content && before.quotedPostId === quotedPostId
  const attempt = isSame ? before : { key: newKey(), content, quotedPostId }
  drafts.set(place, EMPTY_REPLY, { attempt })
  // Before it leaves: after a crash the same text is sent under the same key.
  drafts.flush()

  const reply = { ...attempt, afterNumber: forum.threads[threadId]?.lastNumber ?? 0 }
  forum.setReply(threadId, { ...reply, status: 'sending', error: null })
  try {
    const { post, thread } = await callAgainIfUnsure('createPost', {
      body: { content, threadId, quotedPostId },
      idempotencyKey: attempt.key,
    })
    // There was none before: whatever is known of it by now is newer than its answer.
    forum.takeAnsweredPost(post, undefined)
    forum.setReply(threadId, null)
    drafts.clear(place)
    if ((useForum.getState().logs[threadId]?.seq ?? 0) < thread.seq) void catchUp(threadId)
    return post
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    forum.setReply(threadId, { ...reply, status: 'failed', error })
    if (error.code === 'THREAD_LOCKED' || error.code === 'NOT_FOUND') void catchUp(threadId)
    return null
  }
}

/** A reply of which nobody knew whether it had arrived has: that is the server's yes. */
export function replyArrived(threadId: number): void {
  const { session, replies, setReply } = useForum.getState()
  const place = draftKey(session.user?.id ?? null, replyDraftKey(threadId))
  if (drafts.read(place, EMPTY_REPLY).value.content === replies[threadId]?.content) drafts.clear(place)
  setReply(threadId, null)
}

/** Learns at once what one's own act did; the live connection asks again when this fails. */
export async function catchUp(threadId: number): Promise<void> {
  try {
    await useForum.getState().catchUp(threadId)
  } catch {
    useForum.getState().update((state) => {
      const log = state.logs[threadId]
      if (log) log.isBehind = true
    })
  }
}

/** A UUID; `crypto.randomUUID` is there in secure contexts alone. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
