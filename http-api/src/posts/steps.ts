import type {
  ChangeContext,
  CounterDelta,
  Kind,
  PostDoc,
  ThreadDoc,
  ThreadDraft,
  Mention,
  PostAttachment,
} from '../thread-log'
import { postExcerptOf, threadExcerptOf } from './excerpts'

/** The outcome of each allowed change of a post, as an event of its thread. Loading a thread's past uses them too. */

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

const draftOf = (context: ChangeContext, kind: Kind, boardId: number) => ({
  kind,
  actorId: context.actorId,
  at: context.at,
  boardId,
})

/** What every event of a post carries of its thread, so that publishing it reads no thread. */
const countersOf = ({ postCount, lastNumber, lastPostAt, lastPostUserId }: ThreadDoc) => ({
  postCount,
  lastNumber,
  lastPostAt,
  lastPostUserId,
})

/** An event that adds nothing to the board's counters, but that its lists show. */
const shownBy = (boardId: number): CounterDelta[] => [{ subject: 'board', id: boardId }]

/** What a change of one post adds to counters. No counter contains anything of a deleted thread. */
function countsOf(
  context: ChangeContext,
  { boardId, isDeleted }: Pick<ThreadDoc, 'boardId' | 'isDeleted'>,
  post: { authorId: number; createdAt: Date },
  numbers: { threads?: number; posts: number; likes?: number },
): CounterDelta[] {
  if (isDeleted) return shownBy(boardId)
  const { likes, ...ofBoard } = numbers
  const days = { [context.dayOf(post.createdAt)]: numbers.posts }
  return [
    { subject: 'board', id: boardId, ...ofBoard, days },
    { subject: 'member', id: post.authorId, ...ofBoard, ...(likes ? { likes } : {}) },
  ]
}

/** What goes with the text of a post. */
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

export function replyStep(
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
    authorId: actorId,
    content,
    excerpt: postExcerptOf(content),
    createdAt,
    quotedPostId,
    ...partsOf(reply),
  }
  return {
    ...draftOf(context, 'post.created', thread.boardId),
    post,
    thread: {
      postCount: thread.postCount + 1,
      lastNumber: number,
      lastPostAt: createdAt,
      lastPostUserId: actorId,
      hasOtherReplies: thread.hasOtherReplies || actorId !== thread.authorId,
    },
    counts: countsOf(context, thread, post, { posts: 1 }),
  }
}

/** Null where the text is the same. */
export function editStep(
  context: ChangeContext,
  thread: ThreadDoc,
  post: PostDoc,
  content: string,
  mentions: Mention[] = [],
): ThreadDraft | null {
  if (post.content === content) return null
  const { _id, authorId } = post
  const isOpeningPost = post.number === 1
  return {
    ...draftOf(context, 'post.edited', thread.boardId),
    post: {
      _id,
      authorId,
      content,
      excerpt: postExcerptOf(content),
      ...(post.mentions ? { mentions: [], mentionedIds: [] } : {}),
      ...mentioning(mentions),
      version: post.version + 1,
      editedAt: context.at,
      editedById: context.actorId,
    },
    replacedContent: post.content,
    thread: {
      ...countersOf(thread),
      ...(isOpeningPost ? { editedAt: context.at, excerpt: threadExcerptOf(content) } : {}),
    },
    counts: isOpeningPost ? shownBy(thread.boardId) : [],
  }
}

/** `next` is the newest post left, given where the deleted one was the newest. */
export function deleteStep(
  context: ChangeContext,
  thread: ThreadDoc,
  post: PostDoc,
  next: PostDoc | null,
): ThreadDraft {
  const { _id, authorId, likeCount } = post
  return {
    ...draftOf(context, 'post.deleted', thread.boardId),
    post: {
      _id,
      authorId,
      isDeleted: true,
      deletedBy: authorId === context.actorId ? 'author' : 'moderator',
    },
    thread: {
      ...countersOf(thread),
      postCount: thread.postCount - 1,
      ...(next ? { lastPostAt: next.createdAt, lastPostUserId: next.authorId } : {}),
    },
    counts: countsOf(context, thread, post, { posts: -1, likes: -likeCount }),
  }
}

/** `newest` is the newest post that stands without the restored one. */
export function restoreStep(
  context: ChangeContext,
  thread: ThreadDoc,
  post: PostDoc,
  newest: Pick<PostDoc, 'number'> | null,
): ThreadDraft {
  const { _id, authorId, likeCount } = post
  const isNewest = newest === null || post.number > newest.number
  return {
    ...draftOf(context, 'post.restored', thread.boardId),
    post: { _id, authorId, isDeleted: false, deletedBy: null },
    thread: {
      ...countersOf(thread),
      postCount: thread.postCount + 1,
      ...(isNewest ? { lastPostAt: post.createdAt, lastPostUserId: post.authorId } : {}),
    },
    counts: countsOf(context, thread, post, { posts: 1, likes: likeCount }),
  }
}

export function likeStep(
  context: ChangeContext,
  thread: ThreadDoc,
  post: PostDoc,
  liked: boolean,
): ThreadDraft {
  const { _id, authorId } = post
  const likes = liked ? 1 : -1
  return {
    ...draftOf(context, 'post.liked', thread.boardId),
    post: { _id, authorId, likeCount: post.likeCount + likes },
    thread: countersOf(thread),
    like: { userId: context.actorId, liked },
    counts: thread.isDeleted ? [] : [{ subject: 'member', id: authorId, likes }],
  }
}

export function threadStep(
  context: ChangeContext,
  thread: { threadId: number; postId: number; boardId: number; title: string; content: string } & PostParts,
): ThreadDraft {
  const { actorId: authorId, at } = context
  const { threadId, postId, boardId, title, content } = thread
  const excerpt = postExcerptOf(content)
  const post = {
    ...NEW_POST,
    _id: postId,
    threadId,
    number: 1,
    authorId,
    content,
    excerpt,
    createdAt: at,
    ...partsOf(thread),
  }
  return {
    ...draftOf(context, 'thread.created', boardId),
    post,
    thread: {
      boardId,
      authorId,
      title,
      openingPostId: postId,
      excerpt: threadExcerptOf(content),
      createdAt: at,
      postCount: 1,
      lastNumber: 1,
      lastPostAt: at,
      lastPostUserId: authorId,
    },
    counts: countsOf(context, { boardId, isDeleted: false }, post, { threads: 1, posts: 1 }),
  }
}

/** What counters hold of a post. */
export type CountedPost = Pick<PostDoc, 'authorId' | 'createdAt' | 'likeCount'>

/** Days for which a move or deletion counts posts, with a margin for clocks that disagree about today. */
const DAYS_COUNTED = 9
const DAY_MS = 24 * 60 * 60 * 1_000

/** What a board's counters hold of a thread: itself and its posts that stand. */
function boardCounts(
  context: ChangeContext,
  boardId: number,
  posts: readonly CountedPost[],
  sign: 1 | -1,
): CounterDelta {
  const days: Record<string, number> = {}
  const oldest = context.at.getTime() - DAYS_COUNTED * DAY_MS
  for (const { createdAt } of posts) {
    if (createdAt.getTime() < oldest) continue
    const day = context.dayOf(createdAt)
    days[day] = (days[day] ?? 0) + sign
  }
  return { subject: 'board', id: boardId, threads: sign, posts: sign * posts.length, days }
}

/** What members' counters hold of a thread: its author's thread, and everyone's posts that stand and their likes. */
function memberCounts(thread: ThreadDoc, posts: readonly CountedPost[], sign: 1 | -1): CounterDelta[] {
  const byMember = new Map<number, CounterDelta>()
  const of = (id: number) => byMember.get(id) ?? { subject: 'member' as const, id }
  byMember.set(thread.authorId, { ...of(thread.authorId), threads: sign })
  for (const { authorId, likeCount } of posts) {
    const { posts: counted = 0, likes = 0, ...rest } = of(authorId)
    byMember.set(authorId, { ...rest, posts: counted + sign, likes: likes + sign * likeCount })
  }
  return [...byMember.values()]
}

/** Deletes or restores a thread with everything that counters hold of it. `posts` are those that stand. */
export function threadDeletionStep(
  context: ChangeContext,
  thread: ThreadDoc,
  posts: readonly CountedPost[],
  isDeleted: boolean,
): ThreadDraft {
  const sign = isDeleted ? -1 : 1
  return {
    ...draftOf(context, isDeleted ? 'thread.deleted' : 'thread.restored', thread.boardId),
    thread: { isDeleted },
    counts: [boardCounts(context, thread.boardId, posts, sign), ...memberCounts(thread, posts, sign)],
  }
}

/** Moves a thread to another board, with what the boards' counters hold of it. `posts` are those that stand. */
export function moveStep(
  context: ChangeContext,
  thread: ThreadDoc,
  posts: readonly CountedPost[],
  boardId: number,
): ThreadDraft {
  return {
    ...draftOf(context, 'thread.moved', boardId),
    fromBoardId: thread.boardId,
    thread: { boardId },
    counts: thread.isDeleted
      ? [...shownBy(thread.boardId), ...shownBy(boardId)]
      : [boardCounts(context, thread.boardId, posts, -1), boardCounts(context, boardId, posts, 1)],
  }
}

/** A change of what lists and readers see of the thread itself. */
export function threadChangeStep(
  context: ChangeContext,
  thread: ThreadDoc,
  kind: 'thread.renamed' | 'thread.pinned' | 'thread.locked',
  changes: Pick<Partial<ThreadDoc>, 'title' | 'isPinned' | 'isLocked'>,
): ThreadDraft {
  return {
    ...draftOf(context, kind, thread.boardId),
    thread: changes,
    counts: shownBy(thread.boardId),
  }
}
