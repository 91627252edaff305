import { type Post } from '@forum/shared/contract'
import { quotedPostIds as quotedIn } from '@forum/shared/markup'
import { type Forum, type Read } from '../../store'
import { attachedTo, type DraftFile } from '../composer/draft-files'
import { boardCopySlice } from '../../state/board-copy'
import { drafts, submissionAccepted, submissionsSlice, submit } from '../../state/drafts'
import {
  applyHeldEvents,
  applyReturnedPost,
  catchUpSoon,
  replyPlace,
  threadCopySlice,
} from '../../state/thread-copy'

export interface ReplyDraft {
  content: string
  /** The quoted replies of this thread, in the order of quoting. */
  quotedPostIds: readonly number[]
  files: readonly DraftFile[]
  /** True to hide the author's name; undefined until chosen. */
  anonymous?: boolean
}

export const EMPTY_REPLY: ReplyDraft = { content: '', quotedPostIds: [], files: [] }

/** Returns whether the board of a thread is known to allow anonymous replies. */
export function allowsAnonymous(read: Read, threadId: number): boolean {
  const thread = read(threadCopySlice).threads[threadId]
  const board = read(boardCopySlice).boards[thread?.boardId ?? 0]
  return board?.allowsAnonymous ?? thread?.viewer?.writesAnonymously !== undefined
}

/** Returns whether a reply is anonymous: as chosen, otherwise as before in the thread, like on the server. */
export function isAnonymous(
  read: Read,
  threadId: number,
  { anonymous }: Pick<ReplyDraft, 'anonymous'>,
): boolean {
  const { threads, posts, logs } = read(threadCopySlice)
  if (anonymous !== undefined) return anonymous
  if (!allowsAnonymous(read, threadId)) return false
  if (threads[threadId]?.viewer?.writesAnonymously) return true
  return Object.values(logs[threadId]?.postIds ?? {}).some((id) => posts[id]?.viewer?.isOwn)
}

/** A reply being sent: one at a time in a thread. Its text stays in the draft until the server has accepted it. */
interface PendingReply {
  content: string
  /** The highest post number at the start of sending. */
  afterNumber: number
}

/** Returns the reply that is being sent or has failed; null if there is none. */
export function pendingReply(read: Read, threadId: number): PendingReply | null {
  return (read(submissionsSlice)[replyPlace(read, threadId)]?.about ?? null) as PendingReply | null
}

/**
 * Sends the reply draft of a thread. Resolves with the post, or with null if it failed, in which case its submission
 * holds the error.
 */
export async function sendReply(forum: Forum, threadId: number): Promise<Post | null> {
  const place = replyPlace(forum.read, threadId)
  const draft = drafts.read(place, EMPTY_REPLY).value
  const { content, quotedPostIds } = draft
  const inText = quotedIn(content)
  const attachmentIds = attachedTo(draft).map(({ id }) => id)
  const { lastNumber: afterNumber = 0 } = forum.read(threadCopySlice).threads[threadId] ?? {}
  const body = {
    content,
    threadId,
    // The first post whose quote is still in the text is the one replied to.
    quotedPostId: quotedPostIds.find((id) => inText.includes(id)) ?? null,
    ...(attachmentIds.length === 0 ? {} : { attachmentIds }),
    ...(draft.anonymous === undefined ? {} : { anonymous: draft.anonymous }),
  }
  const result = await submit(forum, place, EMPTY_REPLY, 'createPost', body, {
    about: { content, afterNumber } satisfies PendingReply,
    settle: (write, sent) => {
      // The post did not exist before, so any copy in the store is newer than the response.
      if (sent?.ok) applyReturnedPost(write, sent.value.post, undefined)
      applyHeldEvents(write, threadId)
    },
  })
  if (!result) return null
  if (!result.ok) {
    const { code } = result.error
    if (code === 'THREAD_LOCKED' || code === 'NOT_FOUND') void catchUpSoon(forum, threadId)
    return null
  }
  const { post, thread } = result.value
  if ((forum.read(threadCopySlice).logs[threadId]?.seq ?? 0) < thread.seq) void catchUpSoon(forum, threadId)
  return post
}

/**
 * Ends the sending of a reply whose response was lost but whose post has arrived, so that the server must have accepted
 * it.
 */
export function settleReply(forum: Forum, threadId: number): void {
  const place = replyPlace(forum.read, threadId)
  if (drafts.read(place, EMPTY_REPLY).value.content === pendingReply(forum.read, threadId)?.content)
    drafts.clear(place)
  forum.update((write) => {
    submissionAccepted(write, place)
  })
}
