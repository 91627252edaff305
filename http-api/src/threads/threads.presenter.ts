import { uploadUrl } from '../files'
import { THREAD_FLAGS, type ThreadFlag } from '@forum/shared/acts'
import type { PublicThread, ThreadInList } from '@forum/shared/contract'
import { withoutNames } from '@forum/shared/markup'
import { pageOfNumber } from '@forum/shared/pages'
import type { Language } from '@forum/shared/errors'
import type { ThreadCounters } from '@forum/shared/events'
import { mayDeleteThread, mayEditThread, mayModerate, mayReply, type Actor } from '@forum/shared/policies'
import { presentBoardName, type BoardDoc, type BoardTree } from '../boards'
import { type People, mentionedIn, publicAuthorId, renamedIn } from '../members'
import { presentPoll } from './polls/polls.presenter'
import { shownAnswerOf } from './thread-events'
import type { MemberReadStates } from './reading/read-states.service'
import { lastPostNumberOf, threadSubject, type ThreadDoc } from '../log'
import { presentValues } from './thread-values'
import type { UnreadPosts } from './unread-posts.queries'

export const replyCountOf = (postCount: number): number => Math.max(0, postCount - 1)

/** Returns the members whom threads in lists name. */
export const peopleOfThreads = (threads: readonly ThreadDoc[]): number[] => [
  ...threads.flatMap(({ authorId, lastPostUserId }) => [authorId, lastPostUserId]),
  ...mentionedIn(threads),
]

/** Other data that the JSON of a thread needs. */
export interface ThreadContext {
  people: People
  tree: BoardTree
  language: Language
  now: Date
}

/** Returns the type of a thread, if its board has that. */
export const typeIn = (
  board: Pick<BoardDoc, 'types'> | undefined,
  { type = null }: Pick<ThreadDoc, 'type'>,
): string | null => (board?.types?.some(({ key }) => key === type) ? type : null)

/** The flags that moderators set; those that a thread never had are missing in its document. */
const flagsOf = (thread: ThreadDoc) =>
  Object.fromEntries(THREAD_FLAGS.map((flag) => [flag, thread[flag] ?? false])) as Record<ThreadFlag, boolean>

/**
 * Presents a thread as everyone may see it. Only this function knows the second spelling of counters and owner that
 * documented clients read. `content` is the excerpt unless the opening post's source is given.
 */
export function presentPublicThread(
  thread: ThreadDoc,
  { people, tree, language, now }: ThreadContext,
  content: string = withoutNames(thread.excerpt, renamedIn([thread], people)),
): PublicThread {
  const replyCount = replyCountOf(thread.postCount)
  const board = tree.find(thread.boardId)
  return {
    id: thread._id,
    title: thread.title,
    content,
    board: presentBoardName(board, thread.boardId, language),
    boardId: thread.boardId,
    ...(board && !tree.openBoards.has(board._id) ? { isClosed: true as const } : {}),
    ...(board?.showsEdits ? { showsEdits: true as const } : {}),
    author: people.author(thread.authorId),
    userId: publicAuthorId(thread.authorId),
    user_id: publicAuthorId(thread.authorId),
    createdAt: thread.createdAt.toISOString(),
    postCount: thread.postCount,
    post_count: thread.postCount,
    replyCount,
    reply_count: replyCount,
    viewCount: thread.viewCount,
    view_count: thread.viewCount,
    ...flagsOf(thread),
    picture: thread.picture ? `${uploadUrl(thread.picture)}?size=small` : null,
    ...presentValues(thread),
    type: typeIn(board, thread),
    isQuestion: thread.isSolved !== undefined,
    answerId: shownAnswerOf(thread),
    poll: thread.poll ? presentPoll(thread.poll, now) : null,
    isDeleted: thread.isDeleted,
    lastPostAt: thread.lastPostAt.toISOString(),
    lastPostUser: people.summary(thread.lastPostUserId),
    lastPostNumber: lastPostNumberOf(thread),
    lastNumber: thread.lastNumber,
    totalPages: pageOfNumber(thread.lastNumber),
    seq: thread.seq,
    isEdited: thread.editedAt !== null,
    editedAt: thread.editedAt?.toISOString() ?? null,
    openingPostId: thread.openingPostId,
  }
}

/** A member's relation to threads: how far they are read, what is unread in them, and the votes in their polls. */
export interface ThreadRelations {
  readStates: MemberReadStates
  unread: ReadonlyMap<number, UnreadPosts>
  votes: ReadonlyMap<number, number[]>
}

/** Presents what a member may do with a thread, how far it is read, and what the member voted for in its poll. */
export function presentThreadViewer(
  thread: ThreadDoc,
  actor: Actor,
  { readStates, unread, votes }: ThreadRelations,
): NonNullable<ThreadInList['viewer']> {
  const subject = threadSubject(thread)
  const { lastReadNumber, isWatching, isBookmarked, isMuted, keptPostIds } = readStates.of(thread)
  const { count, first } = unread.get(thread._id) ?? { count: 0, first: null }
  return {
    canEdit: mayEditThread(actor, subject) === 'allowed',
    canDelete: mayDeleteThread(actor, { ...subject, hasOtherReplies: thread.hasOtherReplies }) === 'allowed',
    canReply: mayReply(actor, subject) === 'allowed',
    canModerate: mayModerate(actor, thread.boardId),
    isWatching,
    isBookmarked,
    bookmarkedPostIds: keptPostIds,
    isMuted,
    lastReadNumber,
    firstUnreadNumber: first,
    unreadCount: count,
    votes: votes.get(thread._id) ?? [],
  }
}

/** Presents a thread as this reader sees it. */
export const presentThread = (
  thread: ThreadDoc,
  context: ThreadContext,
  reader: ({ actor: Actor } & ThreadRelations) | null,
  content?: string,
): ThreadInList =>
  Object.assign(presentPublicThread(thread, context, content), {
    viewer: reader && presentThreadViewer(thread, reader.actor, reader),
  })

/** Presents the absolute counters of a thread as of `seq`, which every event of its posts contains. */
export function presentCounters(
  thread: Pick<
    ThreadDoc,
    'seq' | 'postCount' | 'lastNumber' | 'lastPostAt' | 'lastPostUserId' | 'lastPostNumber'
  > &
    Pick<Partial<ThreadDoc>, 'isSolved' | 'answerId'>,
  people: People,
): ThreadCounters {
  return {
    seq: thread.seq,
    postCount: thread.postCount,
    replyCount: replyCountOf(thread.postCount),
    lastPostNumber: lastPostNumberOf(thread),
    lastNumber: thread.lastNumber,
    totalPages: pageOfNumber(thread.lastNumber),
    lastPostAt: thread.lastPostAt.toISOString(),
    lastPostUser: people.summary(thread.lastPostUserId),
    ...(thread.isSolved === undefined ? {} : { answerId: shownAnswerOf(thread) }),
  }
}
