import type { ChangeContext, PostAttachment, PostDoc, StoredPoll, ThreadDoc, ThreadDraft } from '../../log'
import type { CountedPost } from './counts'
import { postExcerptOf, threadExcerptOf } from './excerpts'
import { deleteEvent, eventPostOf, pictureOf, threadDeletionEvent, type NewestPost } from './post-events'

/** The replacement of a text that was erased for ever and cannot be empty. */
export const ERASED_TEXT = '（已依法删除）'

/** Returns a post without its erased text. */
const erased = (
  context: ChangeContext,
  post: Pick<
    PostDoc,
    '_id' | 'authorId' | 'writerId' | 'seqBase' | 'editNote' | 'coauthorIds' | 'invitedIds'
  >,
  text: string,
) => ({
  ...eventPostOf(post),
  content: text,
  excerpt: text,
  ...(post.editNote ? { editNote: '' } : {}),
  ...(post.coauthorIds ? { coauthorIds: [] } : {}),
  ...(post.invitedIds ? { invitedIds: [] } : {}),
  mentions: [],
  mentionedIds: [],
  attachments: [],
  quotedPostId: null,
  quotedIds: [],
  formerQuotedIds: [],
  purgeId: null,
  erasedAt: context.at,
})

/**
 * Erases a reply, which becomes a tombstone if it was none.
 *
 * @param next the newest remaining post, given if the erased one was the newest
 */
export function erasePostEvent(
  context: ChangeContext,
  thread: ThreadDoc,
  post: PostDoc,
  next: NewestPost | null,
): ThreadDraft {
  const { thread: counters, counts } = deleteEvent(context, thread, post, next)
  const deleted = { ...erased(context, post, ''), isDeleted: true, deletedBy: 'moderator' as const }
  const { postCount } = thread
  return {
    kind: 'post.erased',
    actorId: context.actorId,
    at: context.at,
    boardId: thread.boardId,
    post: deleted,
    thread: {
      ...(post.isDeleted ? { ...counters, postCount } : counters),
      ...(thread.answerId === post._id ? { answerId: null, isSolved: false } : {}),
    },
    counts: post.isDeleted ? [] : counts,
  }
}

/** Erases the title and the opening post of a thread, and deletes the thread unless it is deleted. */
export function eraseThreadEvent(
  context: ChangeContext,
  thread: ThreadDoc,
  opening: PostDoc,
  standing: readonly CountedPost[],
): ThreadDraft {
  const { counts } = threadDeletionEvent(context, thread, standing, true)
  const { poll } = thread
  return {
    kind: 'thread.erased',
    actorId: context.actorId,
    at: context.at,
    boardId: thread.boardId,
    post: erased(context, opening, ERASED_TEXT),
    thread: {
      title: ERASED_TEXT,
      excerpt: ERASED_TEXT,
      mentions: [],
      ...(thread.coauthorIds ? { coauthorIds: [] } : {}),
      isDeleted: true,
      purgeId: null,
      erasedAt: context.at,
      ...(poll ? { poll: erasedPoll(poll) } : {}),
    },
    counts: thread.isDeleted ? [] : counts,
  }
}

/** Erases what a thread that was merged into another one keeps of its title and opening post. */
export const eraseMergedEvent = (context: ChangeContext, thread: ThreadDoc): ThreadDraft => ({
  kind: 'thread.erased',
  actorId: context.actorId,
  at: context.at,
  boardId: thread.boardId,
  thread: {
    title: ERASED_TEXT,
    excerpt: ERASED_TEXT,
    mentions: [],
    picture: null,
    isDeleted: true,
    erasedAt: context.at,
  },
  counts: [],
})

export const erasedPoll = (poll: StoredPoll): StoredPoll => ({
  ...poll,
  question: ERASED_TEXT,
  options: poll.options.map((option) => ({ ...option, text: ERASED_TEXT })),
})

/**
 * Changes the text of a post, and its files if any are given, without a new version: its author has changed nothing.
 */
export function scrubPostEvent(
  context: ChangeContext,
  thread: ThreadDoc,
  post: PostDoc,
  content: string,
  attachments?: PostAttachment[],
): ThreadDraft {
  const { postCount, lastNumber, lastPostAt, lastPostUserId } = thread
  const isOpeningPost = post.number === 1
  return {
    kind: 'post.scrubbed',
    actorId: context.actorId,
    at: context.at,
    boardId: thread.boardId,
    post: {
      ...eventPostOf(post),
      content,
      excerpt: postExcerptOf(content),
      ...(attachments === undefined ? {} : { attachments }),
    },
    thread: {
      ...{ postCount, lastNumber, lastPostAt, lastPostUserId },
      ...(isOpeningPost ? { excerpt: threadExcerptOf(content) } : {}),
      ...(isOpeningPost && attachments !== undefined ? { picture: pictureOf(attachments) } : {}),
    },
    counts: [],
  }
}
