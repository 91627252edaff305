import * as z from 'zod/mini'
import { CLOSE_AFTER_DAYS_MAX, SLOW_SECONDS_MAX } from '../limits'
import { endpoint } from './define'
import { acted, deletion, movedPost, poll, post, quotingPost, thread, threadInList } from './entities'
import {
  attachmentIds,
  content,
  editNote,
  flag,
  id,
  instant,
  limit,
  mustChange,
  newPoll,
  numberUpTo,
  page,
  pathId,
  pollChoice,
  queryBoolean,
  queryFlag,
  queryNumber,
  queryText,
  reason,
  threadTypeKey,
  title,
} from './fields'
import { pagination } from './paging'
import { sortBy, sortOrder } from './sorting'

const params = z.object({ threadId: pathId })
const actedOn = z.extend(acted, { thread })
const postNumber = queryNumber(1, Number.MAX_SAFE_INTEGER)

export const threadEndpoints = {
  listThreads: endpoint({
    summary:
      'Threads of the whole forum or one board; daysAgo counts from their creation; featured lists the best of each board, the last featured first (watched and unread ones as sorted), and daysAgo then counts from when they were featured; watched, unread and followed (threads of boards that the caller follows) are for members; type is a key within a board, solved lists questions; perAuthor bounds how many of one new member (by days or by posts) are on the first page, and does not affect the others',
    method: 'GET',
    path: '/threads',
    query: z.object({
      page,
      limit,
      boardId: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
      daysAgo: z.optional(queryNumber(1, 3_650)),
      minReplies: z.optional(queryNumber(0, 1_000_000)),
      watched: queryFlag,
      unread: queryFlag,
      followed: queryFlag,
      featured: queryFlag,
      type: z.optional(threadTypeKey),
      solved: z.optional(queryBoolean),
      perAuthor: z.optional(queryNumber(1, 100)),
      sortBy,
      sortOrder,
    }),
    response: z.strictObject({ threads: z.array(threadInList), pagination }),
  }),

  listSimilarThreads: endpoint({
    summary: 'At most 5 threads about what a title says, best first: what its writer may look for',
    method: 'GET',
    path: '/threads/similar',
    query: z.object({ title: queryText }),
    response: z.strictObject({ threads: z.array(threadInList) }),
  }),

  listRelatedThreads: endpoint({
    summary: 'At most 5 other threads about what a thread is about, best first',
    method: 'GET',
    path: '/threads/:threadId/related',
    params,
    response: z.strictObject({ threads: z.array(threadInList) }),
    errors: ['NOT_FOUND'],
  }),

  listThreadsOfMember: endpoint({
    summary: 'Threads that a member started, the newest first',
    method: 'GET',
    path: '/users/:userId/threads',
    params: z.object({ userId: pathId }),
    query: z.object({ page, limit }),
    response: z.strictObject({ threads: z.array(threadInList), pagination }),
    errors: ['NOT_FOUND'],
  }),

  /** `page` also accepts `last` and `unread`; `number` takes precedence and selects the page with that post number. */
  getThread: endpoint({
    summary:
      'A thread and one page of its replies, in order of their numbers; a number whose post has moved to another thread leads there, as a merged thread does. `moved` are the posts that have left numbers of this page',
    method: 'GET',
    path: '/threads/:threadId',
    params,
    query: z.object({
      page: z._default(z.union([z.enum(['last', 'unread']), page]), 1),
      limit,
      number: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
      /** 0 for a thread's author who is anonymous. */
      authorId: z.optional(queryNumber(0, Number.MAX_SAFE_INTEGER)),
    }),
    response: z.strictObject({ thread, posts: z.array(post), moved: z.array(movedPost), pagination }),
    errors: ['NOT_FOUND'],
  }),

  createThread: endpoint({
    summary: 'Starts a thread in a board without sub-boards',
    method: 'POST',
    path: '/threads',
    access: 'member',
    needsAgreement: true,
    mayHold: true,
    limit: 'thread',
    idempotent: true,
    body: z.object({
      title,
      content,
      boardId: id,
      attachmentIds,
      poll: z.optional(newPoll),
      anonymous: z.optional(z.boolean('invalid')),
      type: z.optional(z.nullable(threadTypeKey)),
      isQuestion: z.optional(flag),
    }),
    status: 201,
    response: z.strictObject({ thread }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'BOARD_HAS_CHILDREN', 'CONFLICT', 'CONTENT_BLOCKED'],
  }),

  /** An empty choice withdraws the vote. */
  votePoll: endpoint({
    summary: "Sets the caller's choice in a thread's poll, given as positions of its options from 0",
    method: 'PUT',
    path: '/threads/:threadId/poll/vote',
    access: 'member',
    needsAgreement: true,
    limit: 'like',
    params,
    body: z.object({ options: pollChoice }),
    response: z.strictObject({ poll }),
    errors: ['NOT_FOUND', 'THREAD_LOCKED', 'CONFLICT'],
  }),

  updateThread: endpoint({
    summary: 'Edits the title or the opening post; with a version it refuses to overwrite a newer one',
    method: 'PUT',
    path: '/threads/:threadId',
    access: 'member',
    needsAgreement: true,
    mayHold: true,
    limit: 'edit',
    params,
    body: z.object({
      title: z.optional(title),
      content: z.optional(content),
      version: z.optional(z.int('invalid')),
      reason: z.optional(reason),
      /** About a change of the content. */
      note: z.optional(editNote),
      /** The files of the opening post after an edit of its content. */
      attachmentIds,
    }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'THREAD_LOCKED', 'CONFLICT', 'CONTENT_BLOCKED'],
  }),

  pinThread: endpoint({
    summary: 'Pins or unpins a thread (its moderators)',
    method: ['POST', 'PUT'],
    path: '/threads/:threadId/pin',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ pinned: flag, reason: z.optional(reason) }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  lockThread: endpoint({
    summary: 'Locks or unlocks a thread (its moderators)',
    method: ['PUT', 'POST'],
    path: '/threads/:threadId/lock',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ locked: flag, reason: z.optional(reason) }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  featureThread: endpoint({
    summary: 'Marks a thread as one of the best of its board, or removes the mark (its moderators)',
    method: 'PUT',
    path: '/threads/:threadId/feature',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ featured: flag, reason: z.optional(reason) }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  typeThread: endpoint({
    summary:
      'Gives a thread one of the types of its board, or none (its moderators, and its author while it can be edited)',
    method: 'PUT',
    path: '/threads/:threadId/type',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ type: z.nullable(threadTypeKey), reason: z.optional(reason) }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'THREAD_LOCKED'],
  }),

  answerThread: endpoint({
    summary:
      'Marks a reply as the answer of a question, or none (its author and its moderators); 409 for a thread that is no question',
    method: 'PUT',
    path: '/threads/:threadId/answer',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ postId: z.nullable(id), reason: z.optional(reason) }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'CONFLICT'],
  }),

  slowThread: endpoint({
    summary:
      'Lets each member reply to a thread only once in so many seconds, or ends that (its moderators); a reply that is too soon is 429 with Retry-After',
    method: 'PUT',
    path: '/threads/:threadId/slow',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({
      seconds: z.nullable(numberUpTo(SLOW_SECONDS_MAX)),
      reason: z.optional(reason),
    }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  scheduleThread: endpoint({
    summary:
      'Sets when a thread is locked and opened by itself (its moderators): at a time, or after days without a reply; what is left out stays, null ends it',
    method: 'PUT',
    path: '/threads/:threadId/schedule',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({
      lockAt: z.optional(z.nullable(instant)),
      unlockAt: z.optional(z.nullable(instant)),
      closeAfterDays: z.optional(z.nullable(numberUpTo(CLOSE_AFTER_DAYS_MAX))),
      reason: z.optional(reason),
    }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  moveThread: endpoint({
    summary: 'Moves a thread to a board without sub-boards (its moderators)',
    method: 'POST',
    path: '/threads/:threadId/move',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ boardId: id, reason: z.optional(reason) }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'BOARD_HAS_CHILDREN'],
  }),

  deleteThread: endpoint({
    summary: 'Deletes a thread with its posts: its author while nobody else has replied, or its moderators',
    method: 'DELETE',
    path: '/threads/:threadId',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ reason: z.optional(reason), mustChange }),
    ...deletion,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'THREAD_LOCKED', 'THREAD_HAS_REPLIES', 'CONFLICT'],
  }),

  restoreThread: endpoint({
    summary: 'Brings a deleted thread back (its moderators), unless its board is gone',
    method: 'POST',
    path: '/threads/:threadId/restore',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ reason: z.optional(reason) }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),

  watchThread: endpoint({
    summary: 'Watches a thread or stops watching it; posting in a thread watches it too',
    method: 'PUT',
    path: '/threads/:threadId/watch',
    access: 'member',
    params,
    body: z.object({ watched: flag }),
    response: z.strictObject({ thread }),
    errors: ['NOT_FOUND'],
  }),

  bookmarkThread: endpoint({
    summary: 'Bookmarks a thread or removes the bookmark',
    method: 'PUT',
    path: '/threads/:threadId/bookmark',
    access: 'member',
    params,
    body: z.object({ bookmarked: flag }),
    response: z.strictObject({ thread }),
    errors: ['NOT_FOUND'],
  }),

  threadChanges: endpoint({
    summary:
      'Every post created or changed after a seq, and those (moved) that have left for another thread; complete is false when there are too many to send',
    method: 'GET',
    path: '/threads/:threadId/changes',
    params,
    query: z.object({ since: queryNumber(0, Number.MAX_SAFE_INTEGER) }),
    response: z.strictObject({
      seq: z.int(),
      thread,
      posts: z.array(post),
      moved: z.array(movedPost),
      complete: z.boolean(),
    }),
    errors: ['NOT_FOUND'],
  }),

  /** An overview of a whole thread for its page: where its days begin, and where the caller wrote. */
  threadOutline: endpoint({
    summary: "Times of evenly spaced posts of a thread, and the numbers of the caller's own newest posts",
    method: 'GET',
    path: '/threads/:threadId/outline',
    params,
    response: z.strictObject({
      times: z.array(z.strictObject({ number: z.int(), createdAt: z.string() })),
      own: z.array(z.int()),
    }),
    errors: ['NOT_FOUND'],
  }),

  listResponses: endpoint({
    summary: 'Replies that quote posts of a thread between two numbers, in order, without those deleted',
    method: 'GET',
    path: '/threads/:threadId/responses',
    params,
    query: z.object({ from: postNumber, to: postNumber }),
    response: z.strictObject({ responses: z.array(quotingPost) }),
    errors: ['NOT_FOUND'],
  }),

  markThreadRead: endpoint({
    summary: 'Remembers the post number up to which the thread is read; it never goes back',
    method: 'POST',
    path: '/threads/:threadId/read',
    whileReadOnly: true,
    access: 'member',
    params,
    body: z.object({ number: z.int('invalid').check(z.positive('range')) }),
    response: z.strictObject({ unread: z.int() }),
    errors: ['NOT_FOUND'],
  }),

  markThreadsRead: endpoint({
    summary: 'Marks everything up to now as read: in a board with its sub-boards, or everywhere',
    method: 'POST',
    path: '/threads/read',
    whileReadOnly: true,
    access: 'member',
    body: z.object({ boardId: z.optional(id) }),
    errors: ['NOT_FOUND'],
  }),
}
