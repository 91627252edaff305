import * as z from 'zod/mini'
import { ACTIVITY_KINDS, MODERATION_ACTIONS, type ModerationAction } from '../acts'
import { BATCH_MAX } from '../limits'
import { endpoint } from './define'
import { boardName, role, thread, undo, userSummary } from './entities'
import { complaintKind } from './complaints'
import { caseKind } from './reports'
import {
  dayOrInstant,
  id,
  limit,
  pathId,
  queryNumber,
  queryText,
  reason,
  reportReason,
  threadTypeKey,
  time,
} from './fields'

export const moderationAction = z.enum(MODERATION_ACTIONS, 'invalid')

const changedValue = z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(id)]))
/** One value that an act changed. Times are strings. */
export const actChange = z.strictObject({ field: z.string(), before: changedValue, after: changedValue })
export type ActChange = z.output<typeof actChange>

/** One privileged act, as the log of moderation keeps it. */
export const logEntry = z.strictObject({
  id,
  action: moderationAction,
  /** Null for what the forum does on its own: the end of a mute or a ban, and what its operator does. */
  actor: z.nullable(userSummary),
  createdAt: time,
  reason: z.nullable(z.string()),
  /** The member acted on: the author of a post or a thread, or the account. */
  user: z.nullable(userSummary),
  /** The board after the act. */
  board: z.nullable(boardName),
  thread: z.nullable(z.strictObject({ id, title: z.string() })),
  postId: z.nullable(id),
  postNumber: z.nullable(z.int()),
  changes: z.array(actChange),
  /** True if the caller may undo the act, as far as can be told before trying. */
  canUndo: z.boolean(),
  /** The entry that this one takes back, and the entry that took this one back. */
  undoes: z.nullable(id),
  undone: z.nullable(z.strictObject({ by: userSummary, at: time })),
})
export type LogEntry = z.output<typeof logEntry>

const someId = queryNumber(1, Number.MAX_SAFE_INTEGER)

export const activityKind = z.enum(ACTIVITY_KINDS, 'invalid')

/**
 * Reasons why a line is suspicious, as of when it was written. `name`: the member's name looks like that of another.
 * `outside`: the outside review wants moderators to look.
 */
export const ACTIVITY_FLAGS = ['new_member', 'link', 'word', 'name', 'burst', 'reported', 'outside'] as const
export const activityFlag = z.enum(ACTIVITY_FLAGS, 'invalid')
export type ActivityFlag = z.output<typeof activityFlag>

/** Details of a line besides the actor, the kind and the place; each kind has some of these. */
const activityDetail = z.strictObject({
  /** The member acted on or reported, if it is another. */
  user: z.optional(userSummary),
  /** The act on an account or a board. */
  action: z.optional(moderationAction),
  /** True if a thread is now pinned, locked or featured. */
  state: z.optional(z.boolean()),
  until: z.optional(time),
  role: z.optional(role),
  /** Why, or what the reporter wrote. */
  reason: z.optional(z.string()),
  /** The beginning of the text or title that an edit replaced. */
  before: z.optional(z.string()),
  /** Where the words of the filter are in the excerpt: the first character of each, and the one after its last. */
  words: z.optional(z.array(z.tuple([z.int(), z.int()]))),
  fromBoard: z.optional(boardName),
  /** The case that a report belongs to. */
  caseId: z.optional(id),
  /** The kind of the reported case; older lines lack it. */
  caseKind: z.optional(caseKind),
  /** The subject of a complaint from outside. */
  complaint: z.optional(complaintKind),
})
export type ActivityDetail = z.output<typeof activityDetail>

/** One line of the moderators' feed. */
export const activity = z.strictObject({
  /** Consecutive over the whole feed: a gap between two events is to be fetched, unless a filter explains it. */
  id,
  kind: activityKind,
  /** The id is 0 for somebody without an account. */
  actor: z.extend(userSummary, { id: z.int(), createdAt: time, postCount: z.int() }),
  board: z.nullable(boardName),
  thread: z.nullable(z.strictObject({ id, title: z.string() })),
  postId: z.nullable(id),
  postNumber: z.nullable(z.int()),
  excerpt: z.string(),
  detail: activityDetail,
  flags: z.array(activityFlag),
  /** The moderator who has dealt with it. */
  handledBy: z.nullable(userSummary),
  createdAt: time,
})
export type Activity = z.output<typeof activity>

const count = z.int().check(z.nonnegative())

type OfSeveral<Name> = Name extends 'rename_thread'
  ? never
  : Name extends `${infer Action}_thread`
    ? Action
    : never
/** The acts that can be done to several threads at once: every act on threads but a new title. */
export type BatchAction = OfSeveral<ModerationAction>
export const BATCH_ACTIONS = MODERATION_ACTIONS.filter(
  (name) => name.endsWith('_thread') && name !== 'rename_thread',
).map((name) => name.slice(0, -'_thread'.length)) as [BatchAction, ...BatchAction[]]

const staffNote = z.strictObject({ id, by: userSummary, at: time, text: z.string() })

export const moderationEndpoints = {
  listModerationLog: endpoint({
    summary:
      'Privileged acts, the newest first (moderators; board moderators see those in their boards). q searches reasons, titles and names; a page may be short while nextBefore is not null',
    method: 'GET',
    path: '/moderation/log',
    access: 'member',
    query: z.object({
      before: z.optional(someId),
      limit,
      actor: z.optional(someId),
      action: z.optional(moderationAction),
      userId: z.optional(someId),
      boardId: z.optional(someId),
      from: z.optional(dayOrInstant),
      to: z.optional(dayOrInstant),
      q: z.optional(queryText),
    }),
    response: z.strictObject({ entries: z.array(logEntry), nextBefore: z.nullable(id) }),
    errors: ['FORBIDDEN'],
  }),

  undoAct: endpoint({
    summary:
      'Takes back one act of the log, with the permission of the opposite act; refused once something else has changed what it did',
    method: 'POST',
    path: '/moderation/acts/:actId/undo',
    access: 'member',
    limit: 'edit',
    params: z.object({ actId: pathId }),
    body: z.object({ reason: z.optional(reason) }),
    response: z.strictObject({ entry: logEntry }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'BOARD_HAS_CHILDREN', 'MUTED', 'PASSWORD_REQUIRED'],
  }),

  listActivity: endpoint({
    summary:
      "Lines of the moderators' feed, the newest first (moderators; board moderators see those of their boards): before a line, or after one, then the oldest of them if there are more than limit",
    method: 'GET',
    path: '/moderation/activity',
    access: 'member',
    confidential: true,
    query: z.object({
      before: z.optional(someId),
      since: z.optional(queryNumber(0, Number.MAX_SAFE_INTEGER)),
      limit,
      kind: z.optional(activityKind),
      flag: z.optional(activityFlag),
      boardId: z.optional(someId),
      actor: z.optional(someId),
    }),
    response: z.strictObject({
      activity: z.array(activity),
      nextBefore: z.nullable(id),
      /** The `since` of the next catch-up. */
      nextSince: z.int(),
    }),
    errors: ['FORBIDDEN'],
  }),

  moderationStats: endpoint({
    summary:
      'People online, posts in each of the last 60 minutes and of those a day before, what waits for approval and open reports (moderators; board moderators those of their boards)',
    method: 'GET',
    path: '/moderation/stats',
    access: 'member',
    response: z.strictObject({
      online: count,
      members: count,
      /** The oldest minute first. */
      postsPerMinute: z.array(count),
      postsPerMinuteYesterday: z.array(count),
      /** The number of texts that wait for approval, and the time since when the oldest does. */
      held: count,
      oldestHeldAt: z.nullable(time),
      openReports: count,
      oldestOpenReportAt: z.nullable(time),
    }),
    errors: ['FORBIDDEN'],
  }),

  moderateThreads: endpoint({
    summary:
      'Does the same to several threads (moderators), to each as far as the caller may; each act is logged and taken back on its own',
    method: 'POST',
    path: '/moderation/threads',
    access: 'member',
    limit: 'edit',
    body: z
      .object({
        ids: z.array(id, 'invalid').check(z.minLength(1, 'required'), z.maxLength(BATCH_MAX, 'too_many')),
        action: z.enum(BATCH_ACTIONS, 'invalid'),
        /** Where to move them. */
        boardId: z.optional(id),
        /** The type that the action `type` gives them; null for none. */
        type: z.optional(z.nullable(threadTypeKey)),
        reason: z.optional(reason),
      })
      .check(
        z.refine(({ action, boardId }) => action !== 'move' || boardId !== undefined, {
          error: 'required',
          path: ['boardId'],
        }),
        z.refine(({ action, type }) => action !== 'type' || type !== undefined, {
          error: 'required',
          path: ['type'],
        }),
      ),
    response: z.strictObject({
      /** In the order of the ids; without `undo` where nothing changed, or nothing that is logged. */
      results: z.array(
        z.strictObject({ id, ok: z.boolean(), code: z.optional(z.string()), undo: z.optional(undo) }),
      ),
    }),
    errors: ['FORBIDDEN'],
  }),

  moderatePosts: endpoint({
    summary:
      'Deletes or restores several replies of one thread (its moderators), as far as each allows it; one act, which is taken back as one',
    method: 'POST',
    path: '/moderation/posts',
    access: 'member',
    limit: 'edit',
    body: z.object({
      ids: z.array(id, 'invalid').check(z.minLength(1, 'required'), z.maxLength(BATCH_MAX, 'too_many')),
      action: z.enum(['delete', 'restore'], 'invalid'),
      reason: z.optional(reason),
    }),
    response: z.strictObject({
      thread,
      /** Null if nothing changed. */
      undo: z.nullable(undo),
      /** In the order of the ids, with why one was left as it is. */
      results: z.array(z.strictObject({ id, ok: z.boolean(), code: z.optional(z.string()) })),
    }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  revealAuthor: endpoint({
    summary:
      'Who wrote an anonymous post (moderators of every board); that they looked, and why, is logged before they learn it',
    method: 'POST',
    path: '/moderation/posts/:postId/author',
    access: 'member',
    confidential: true,
    limit: 'edit',
    params: z.object({ postId: pathId }),
    body: z.object({ reason: reportReason }),
    response: z.strictObject({ author: userSummary }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  getDiscipline: endpoint({
    summary:
      'What moderators did to a member and to their content, the newest first, and their notes (moderators of every board, about members of a lower role; admins)',
    method: 'GET',
    path: '/users/:userId/discipline',
    access: 'member',
    confidential: true,
    params: z.object({ userId: pathId }),
    response: z.strictObject({ entries: z.array(logEntry), notes: z.array(staffNote) }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  addStaffNote: endpoint({
    summary: 'Adds a note about a member, which only those who may read it see',
    method: 'POST',
    path: '/users/:userId/notes',
    access: 'member',
    limit: 'edit',
    params: z.object({ userId: pathId }),
    body: z.object({ text: reportReason }),
    status: 201,
    response: z.strictObject({ note: staffNote }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
}
