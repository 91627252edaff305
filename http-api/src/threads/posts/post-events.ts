import { QUOTED_MAX } from '../../platform/limits'
import {
  lastPostNumberOf,
  type ChangeContext,
  type Kind,
  type PostDoc,
  type StoredPoll,
  type ThreadDoc,
  type ThreadDraft,
  type Mention,
  type PostAttachment,
} from '../../log'
import { boardCounts, countsOf, memberCounts, ofMembers, shownBy, type CountedPost } from './counts'
import { postExcerptOf, quotedIdsOf, threadExcerptOf } from './excerpts'

/**
 * Computes the outcome of each allowed change of a post, as an event of its thread. Also used to load a thread's past.
 */

/** The values that all new posts share. */
const NEW_POST = {
  version: 1,
  editedAt: null,
  editedById: null,
  isDeleted: false,
  deletedBy: null,
  quotedPostId: null,
  likeCount: 0,
} as const satisfies Partial<PostDoc>

export const draftOf = (context: ChangeContext, kind: Kind, boardId: number) => ({
  kind,
  actorId: context.actorId,
  at: context.at,
  boardId,
})

/** The author of a post, which every event of it contains. */
export const authorOf = ({ authorId, writerId }: Pick<PostDoc, 'authorId' | 'writerId'>) => ({
  authorId,
  ...(writerId === undefined ? {} : { writerId }),
})

/**
 * Returns what every event of an existing post says of it. Without its `seqBase`, an event in the thread that it has
 * moved to would seem older than what it was through before.
 */
export const eventPostOf = (post: Pick<PostDoc, '_id' | 'authorId' | 'writerId' | 'seqBase'>) => ({
  _id: post._id,
  ...authorOf(post),
  ...(post.seqBase ? { seqBase: post.seqBase } : {}),
})

/** The actor of a change of what the actor wrote, under the name that the text has. */
export const inTheNameOf = (
  context: ChangeContext,
  { authorId, writerId }: Pick<PostDoc, 'authorId' | 'writerId'>,
): ChangeContext => (writerId === context.actorId ? { ...context, actorId: authorId } : context)

/** Returns that a change is one by a co-author of the text. */
export const asCoauthor = (
  { actorId }: Pick<ChangeContext, 'actorId'>,
  { coauthorIds = [] }: Pick<PostDoc, 'coauthorIds'>,
): { byCoauthor?: true } => (coauthorIds.includes(actorId) ? { byCoauthor: true } : {})

/** The thread's fields that every event of a post contains, so that publishing the event reads no thread. */
export const countersOf = (thread: ThreadDoc) => ({
  postCount: thread.postCount,
  lastNumber: thread.lastNumber,
  lastPostAt: thread.lastPostAt,
  lastPostUserId: thread.lastPostUserId,
  lastPostNumber: lastPostNumberOf(thread),
})

/** The newest post of a thread; where posts of other threads have come, with the time of the one that was written last. */
export type NewestPost = Pick<PostDoc, 'createdAt' | 'authorId' | 'number'>

/** The thread's fields that its newest post determines. */
export const newestPost = ({ createdAt, authorId, number }: NewestPost) => ({
  lastPostAt: createdAt,
  lastPostUserId: authorId,
  lastPostNumber: number,
})

/** The parts of a post besides its text. */
export interface PostParts {
  attachments?: PostAttachment[]
  mentions?: Mention[]
}

const partsOf = ({ attachments = [], mentions = [] }: PostParts) => ({
  ...(attachments.length === 0 ? {} : { attachments }),
  ...mentioning(mentions),
})
const mentioning = (mentions: Mention[]) =>
  mentions.length === 0 ? {} : { mentions, mentionedIds: [...new Set(mentions.map(({ id }) => id))] }

const quoting = (quotedIds: number[]) => (quotedIds.length === 0 ? {} : { quotedIds })

export function replyEvent(
  context: ChangeContext,
  thread: ThreadDoc,
  reply: { postId: number; content: string; quotedPostId: number | null } & PostParts,
): ThreadDraft {
  const { actorId, at } = context
  const number = thread.lastNumber + 1
  const { postId, content, quotedPostId } = reply
  // The clocks of several machines may differ, but the times of a thread's posts never decrease.
  const createdAt = at > thread.lastPostAt ? at : thread.lastPostAt
  const post = {
    ...NEW_POST,
    _id: postId,
    threadId: thread._id,
    number,
    ...authorOf({ ...context, authorId: actorId }),
    content,
    excerpt: postExcerptOf(content),
    createdAt,
    quotedPostId,
    ...quoting(quotedIdsOf(reply)),
    ...partsOf(reply),
  }
  const previousNumber = lastPostNumberOf(thread)
  return {
    ...draftOf(context, 'post.created', thread.boardId),
    post,
    ...(previousNumber === number - 1 ? {} : { previousNumber }),
    thread: {
      postCount: thread.postCount + 1,
      lastNumber: number,
      ...newestPost(post),
      hasOtherReplies: thread.hasOtherReplies || actorId !== thread.authorId,
    },
    counts: countsOf(context, thread, post, { posts: 1 }),
  }
}

/** A post after an edit. `quotedPostId` is null if the edit removed the quote of that post. */
export interface PostEdited extends PostParts {
  content: string
  note?: string | undefined
  quotedPostId?: number | null
}

/** Returns null if text and files are unchanged. Without `attachments`, the files stay as they are. */
export function editEvent(
  context: ChangeContext,
  thread: ThreadDoc,
  post: PostDoc,
  { content, note = '', mentions = [], attachments, quotedPostId = post.quotedPostId }: PostEdited,
): ThreadDraft | null {
  const files = post.attachments ?? []
  const isSameFiles =
    attachments === undefined ||
    (attachments.length === files.length && attachments.every(({ id }, index) => id === files[index]?.id))
  if (post.content === content && isSameFiles) return null
  const by = inTheNameOf(context, post)
  const isOpeningPost = post.number === 1
  const { quotedIds, newlyQuotedIds, formerQuotedIds } = quotesAfter(post, { content, quotedPostId })
  return {
    ...draftOf(by, 'post.edited', thread.boardId),
    post: {
      ...eventPostOf(post),
      content,
      excerpt: postExcerptOf(content),
      ...(post.quotedPostId === quotedPostId ? {} : { quotedPostId }),
      ...(post.quotedIds ? { quotedIds: [] } : {}),
      ...quoting(quotedIds),
      ...(post.formerQuotedIds || formerQuotedIds.length > 0 ? { formerQuotedIds } : {}),
      ...(post.mentions ? { mentions: [], mentionedIds: [] } : {}),
      ...mentioning(mentions),
      ...(isSameFiles ? {} : { attachments }),
      version: post.version + 1,
      editedAt: context.at,
      editedById: by.actorId,
      ...(note === '' && !post.editNote ? {} : { editNote: note }),
    },
    replacedContent: post.content,
    ...asCoauthor(context, post),
    ...(newlyQuotedIds.length === 0 ? {} : { newlyQuotedIds }),
    thread: {
      ...countersOf(thread),
      ...(isOpeningPost ? { editedAt: context.at, excerpt: threadExcerptOf(content) } : {}),
      ...(isOpeningPost && !isSameFiles ? { picture: pictureOf(attachments) } : {}),
      ...(isOpeningPost && (mentions.length > 0 || thread.mentions) ? { mentions } : {}),
    },
    counts: isOpeningPost ? shownBy(thread.boardId) : [],
  }
}

/** Returns the posts that a post quotes after an edit, those that no earlier version quoted, and those that only these did. */
function quotesAfter(
  { quotedIds: before = [], formerQuotedIds: former = [] }: PostDoc,
  edited: { content: string; quotedPostId: number | null },
) {
  const quotedIds = quotedIdsOf(edited)
  const quotedBefore = [...new Set([...former, ...before])]
  return {
    quotedIds,
    newlyQuotedIds: quotedIds.filter((id) => !quotedBefore.includes(id)),
    formerQuotedIds: quotedBefore.filter((id) => !quotedIds.includes(id)).slice(-FORMER_MAX),
  }
}

/** Maximum number of posts that are remembered as quoted by earlier versions of a post. */
const FORMER_MAX = 5 * QUOTED_MAX

/** Returns whether a thread is solved once its answer goes or comes back; nothing for other posts. */
export const answeredBy = (
  { answerId = null }: ThreadDoc,
  { _id }: Pick<PostDoc, '_id'>,
  isSolved: boolean,
) => (answerId === _id ? { isSolved, answerId } : {})

/**
 * @param next the newest remaining post, given if the deleted one was the newest
 * @param purgeId the purge that the deletion is a part of
 */
export function deleteEvent(
  context: ChangeContext,
  thread: ThreadDoc,
  post: PostDoc,
  next: NewestPost | null,
  purgeId?: number,
): ThreadDraft {
  const { authorId, likeCount } = post
  const by = inTheNameOf(context, post)
  return {
    ...draftOf(by, 'post.deleted', thread.boardId),
    post: {
      ...eventPostOf(post),
      isDeleted: true,
      deletedBy: authorId === by.actorId ? 'author' : 'moderator',
      ...(purgeId === undefined ? {} : { purgeId }),
    },
    thread: {
      ...countersOf(thread),
      postCount: thread.postCount - 1,
      ...(next ? newestPost(next) : {}),
      ...answeredBy(thread, post, false),
    },
    counts: countsOf(context, thread, post, { posts: -1, likes: -likeCount }),
  }
}

/** The change by which what was deleted no longer belongs to a purge. */
const withoutPurge = ({ purgeId = null }: { purgeId?: number | null }) =>
  purgeId === null ? {} : { purgeId: null }

/** `newest` is the newest post that is not deleted, apart from the restored one. */
export function restoreEvent(
  context: ChangeContext,
  thread: ThreadDoc,
  post: PostDoc,
  newest: Pick<PostDoc, 'number'> | null,
): ThreadDraft {
  const { likeCount } = post
  const isNewest = newest === null || post.number > newest.number
  return {
    ...draftOf(context, 'post.restored', thread.boardId),
    post: { ...eventPostOf(post), isDeleted: false, deletedBy: null, ...withoutPurge(post) },
    thread: {
      ...countersOf(thread),
      postCount: thread.postCount + 1,
      ...(isNewest ? newestPost(post) : {}),
      lastPostAt: post.createdAt > thread.lastPostAt ? post.createdAt : thread.lastPostAt,
      ...answeredBy(thread, post, true),
    },
    counts: countsOf(context, thread, post, { posts: 1, likes: likeCount }),
  }
}

export function likeEvent(
  context: ChangeContext,
  thread: ThreadDoc,
  post: PostDoc,
  liked: boolean,
): ThreadDraft {
  const { authorId, number } = post
  const likes = liked ? 1 : -1
  return {
    ...draftOf(context, 'post.liked', thread.boardId),
    // The number is for the notification of the author.
    post: {
      ...eventPostOf(post),
      number,
      likeCount: post.likeCount + likes,
    },
    thread: countersOf(thread),
    like: { userId: context.actorId, liked },
    counts: thread.isDeleted ? [] : ofMembers([{ subject: 'member', id: authorId, likes }]),
  }
}

/** Returns the file of the first picture, which lists show; null if there is none. */
export const pictureOf = (attachments: readonly PostAttachment[] = []): string | null =>
  attachments.find(({ width }) => width !== null)?.filename ?? null

export function newThreadEvent(
  context: ChangeContext,
  thread: {
    threadId: number
    postId: number
    boardId: number
    title: string
    content: string
    poll?: StoredPoll | null
    type?: string | null
    isQuestion?: boolean
  } & PostParts,
): ThreadDraft {
  const { actorId: authorId, at } = context
  const { threadId, postId, boardId, title, content, poll, type = null, isQuestion, mentions = [] } = thread
  const excerpt = postExcerptOf(content)
  const picture = pictureOf(thread.attachments)
  const post = {
    ...NEW_POST,
    _id: postId,
    threadId,
    number: 1,
    ...authorOf({ ...context, authorId }),
    content,
    excerpt,
    createdAt: at,
    ...quoting(quotedIdsOf({ content, quotedPostId: null })),
    ...partsOf(thread),
  }
  return {
    ...draftOf(context, 'thread.created', boardId),
    post,
    thread: {
      boardId,
      ...authorOf(post),
      title,
      openingPostId: postId,
      excerpt: threadExcerptOf(content),
      ...(mentions.length === 0 ? {} : { mentions }),
      ...(picture === null ? {} : { picture }),
      createdAt: at,
      postCount: 1,
      lastNumber: 1,
      ...newestPost(post),
      ...(poll ? { poll } : {}),
      ...(type === null ? {} : { type }),
      ...(isQuestion ? { isSolved: false, answerId: null } : {}),
    },
    counts: countsOf(context, { boardId, isDeleted: false }, post, { threads: 1, posts: 1 }),
  }
}

/**
 * Deletes or restores a thread together with its share of all counters. `posts` are those that are not deleted.
 *
 * @param purgeId the purge that a deletion is a part of
 */
export function threadDeletionEvent(
  context: ChangeContext,
  thread: ThreadDoc,
  posts: readonly CountedPost[],
  isDeleted: boolean,
  purgeId?: number,
): ThreadDraft {
  const sign = isDeleted ? -1 : 1
  const ofPurge = isDeleted ? (purgeId === undefined ? {} : { purgeId }) : withoutPurge(thread)
  // Whoever wrote it may delete it while nobody else has replied; the rest is what a moderator does.
  const isByAuthor = isDeleted && !thread.hasOtherReplies
  return {
    ...draftOf(
      isByAuthor ? inTheNameOf(context, thread) : context,
      isDeleted ? 'thread.deleted' : 'thread.restored',
      thread.boardId,
    ),
    thread: { isDeleted, ...ofPurge },
    counts: [boardCounts(context, thread.boardId, posts, sign), ...memberCounts(thread, posts, sign)],
  }
}
