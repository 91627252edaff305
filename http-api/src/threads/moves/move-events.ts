import type {
  ChangeContext,
  CounterDelta,
  Departure,
  PostDoc,
  ThreadDoc,
  ThreadDraft,
  ThreadEventDoc,
} from '../../log'
import { boardCounts, memberCountsIn, ofMembers } from '../posts/counts'
import {
  answeredBy,
  authorOf,
  countersOf,
  draftOf,
  newestPost,
  pictureOf,
  type NewestPost,
} from '../posts/post-events'
import { claimOf } from '../posts/post-edits.service'
import { postExcerptOf, threadExcerptOf } from '../posts/excerpts'

/** Computes how posts leave a thread and arrive in another one (docs/decisions/0056-posts-move-between-logs.md). */

/** An event by which posts leave their thread. */
export type DepartureEvent = ThreadEventDoc & { departure: Departure }

/** Marks of the markup in a title would end or change the quote of it. */
const plainTitle = (title: string): string => title.replaceAll('[', '［').replaceAll(']', '］')

/** Returns what is put at the head of a post that opened a thread and becomes a reply. */
export const headingOf = (title: string): string => `[quote]${plainTitle(title)}[/quote]\n`

/** A thread is gone once all its posts are in another one. */
const isGone = ({ posts }: Departure): boolean => posts.some(({ number }) => number === 1)

/**
 * Posts leave a thread. With its opening post all of them leave, and the thread is merged.
 *
 * @param leaving the posts
 * @param next the newest post that remains; null if none does
 */
export function departureEvent(
  context: ChangeContext,
  thread: ThreadDoc,
  departure: Departure,
  { leaving, next }: { leaving: readonly PostDoc[]; next: NewestPost | null },
): ThreadDraft {
  const standing = leaving.filter(({ isDeleted }) => !isDeleted)
  const isMerge = isGone(departure)
  const answer = leaving.find(({ _id }) => _id === thread.answerId)
  return {
    ...draftOf(context, isMerge ? 'thread.merged' : 'thread.split', thread.boardId),
    departure,
    thread: {
      ...countersOf(thread),
      hasDepartures: true,
      postCount: thread.postCount - standing.length,
      ...(next ? newestPost(next) : {}),
      ...(answer ? answeredBy(thread, answer, false) : {}),
      ...(isMerge ? { isDeleted: true, mergedInto: departure.to } : {}),
    },
    counts: ofMembers([
      boardCounts(context, thread.boardId, standing, -1, isMerge ? -1 : 0),
      ...(isMerge ? [{ subject: 'member' as const, id: thread.authorId, threads: -1 }] : []),
      ...memberCountsIn(standing, [{ boardId: thread.boardId, sign: -1 }]),
    ]),
  }
}

/** Returns the source of a post in its new thread: with the title of the thread that it opened, or without it again. */
function contentIn({ heading, revives }: Departure, content: string, isFirst: boolean): string {
  if (heading === undefined || !isFirst) return content
  const head = headingOf(heading)
  if (!revives) return head + content
  return content.startsWith(head) ? content.slice(head.length) : content
}

/**
 * A post arrives in a thread: behind its last post, or at the number that it had there before.
 *
 * @param thread null if the post opens it
 * @param left the event by which it left
 */
export function arrivalEvent(
  context: ChangeContext,
  thread: ThreadDoc | null,
  post: PostDoc,
  left: DepartureEvent,
): ThreadDraft {
  const { departure, threadId: from, seq: leftSeq } = left
  const { number: fromNumber } = post
  const isFirst = departure.posts[0]?._id === post._id
  const returnsTo = departure.posts.find(({ _id }) => _id === post._id)?.returnsTo
  const isBack = returnsTo !== undefined && thread?._id === departure.to
  const lastNumber = thread?.lastNumber ?? 0
  const number = isBack ? returnsTo : lastNumber + 1
  const seq = (thread?.seq ?? 0) + 1
  const content = contentIn(departure, post.content, isFirst)
  const { seqBase = 0, appliedSeq: _, ...others } = post
  const arrived = {
    ...others,
    threadId: departure.to,
    number,
    content,
    ...(content === post.content ? {} : { excerpt: postExcerptOf(content) }),
    // Copies of it in both threads can be told apart by their versions.
    version: post.version + 1,
    // Makes later events of the post come after all earlier ones, though the seqs of this thread may be lower.
    seqBase: Math.max(0, seqBase + leftSeq + 1 - seq),
    fileClaim: claimOf({ ...post, threadId: from }),
  }
  const common = { arrival: { from, seq: leftSeq, number: fromNumber }, post: arrived }
  if (!thread)
    return {
      ...draftOf(context, 'thread.branched', departure.toBoardId),
      ...common,
      ...branch(context, arrived, departure),
    }
  const isRevival = departure.revives === true && isFirst && isBack
  const adds = post.isDeleted ? 0 : 1
  const isNewest = adds === 1 && (isRevival || number > (thread.lastPostNumber ?? thread.lastNumber))
  return {
    ...draftOf(context, isRevival ? 'thread.unmerged' : 'post.arrived', thread.boardId),
    ...common,
    post: { ...arrived, threadId: thread._id },
    thread: {
      ...countersOf(thread),
      ...(isBack ? {} : { hasArrivals: true }),
      postCount: thread.postCount + adds,
      lastNumber: Math.max(lastNumber, number),
      ...(isNewest ? newestPost(arrived) : {}),
      lastPostAt: adds === 0 ? thread.lastPostAt : later(arrived.createdAt, thread.lastPostAt),
      hasOtherReplies: thread.hasOtherReplies || post.authorId !== thread.authorId,
      ...(isBack && adds === 1 ? answeredBy(thread, post, true) : {}),
      ...(isRevival
        ? { isDeleted: false, mergedInto: null, lastPostAt: arrived.createdAt, ...coauthorsOf(arrived) }
        : {}),
    },
    counts: countsOf(context, thread, post, isRevival),
  }
}

/** The co-authors of a thread are those of its opening post. */
const coauthorsOf = ({ coauthorIds }: Pick<PostDoc, 'coauthorIds'>) => (coauthorIds ? { coauthorIds } : {})

const later = (a: Date, b: Date): Date => (a > b ? a : b)

/** Returns the thread that a reply opens. It is as old as the reply. */
function branch(
  context: ChangeContext,
  post: Omit<PostDoc, 'appliedSeq'>,
  { toBoardId, branch: { title, isQuestion = false } = { title: '' } }: Departure,
): Pick<ThreadDraft, 'thread' | 'counts'> {
  const { authorId, createdAt, mentions = [] } = post
  const picture = pictureOf(post.attachments)
  return {
    thread: {
      boardId: toBoardId,
      ...authorOf(post),
      ...coauthorsOf(post),
      title,
      openingPostId: post._id,
      excerpt: threadExcerptOf(post.content),
      ...(mentions.length === 0 ? {} : { mentions }),
      ...(picture === null ? {} : { picture }),
      createdAt,
      editedAt: post.editedAt,
      postCount: 1,
      lastNumber: 1,
      ...newestPost(post),
      ...(isQuestion ? { isSolved: false, answerId: null } : {}),
    },
    counts: ofMembers([
      boardCounts(context, toBoardId, [post], 1),
      { subject: 'member', id: authorId, threads: 1 },
      ...memberCountsIn([post], [{ boardId: toBoardId, sign: 1 }]),
    ]),
  }
}

/**
 * A post counts for its author all the time, except in a thread that was deleted while it was on its way, but in no
 * board before it arrives.
 */
function countsOf(
  context: ChangeContext,
  thread: ThreadDoc,
  post: PostDoc,
  isRevival: boolean,
): CounterDelta[] {
  const { boardId } = thread
  const standing = post.isDeleted ? [] : [post]
  if (thread.isDeleted && !isRevival) {
    const { authorId, likeCount } = post
    const gone = { subject: 'member' as const, id: authorId, posts: -1, likes: -likeCount, postsIn: {} }
    return ofMembers([{ subject: 'board', id: boardId }, ...(post.isDeleted ? [] : [gone])])
  }
  return ofMembers([
    boardCounts(context, boardId, standing, 1, isRevival ? 1 : 0),
    ...(isRevival ? [{ subject: 'member' as const, id: thread.authorId, threads: 1 }] : []),
    ...memberCountsIn(standing, [{ boardId, sign: 1 }]),
  ])
}
