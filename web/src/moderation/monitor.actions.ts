import { ACTS } from '@forum/shared/acts'
import {
  type Activity,
  type CurrentUser,
  type LogEntry,
  type Settlement,
  type User,
  type UserSummary,
} from '@forum/shared/contract'
import { mayReadDiscipline } from '@forum/shared/policies'
import { PAGE_SIZE_MAX } from '@forum/shared/limits'
import { actorOf } from '../lib/actor'
import { type ResultOf } from '../lib/api'
import { type Result, resultOf } from '../lib/result'
import { type Forum, sessionSlice } from '../store'
import { PAGE_ACTS } from './acts'
import { keyOfAct } from './cases/acts'
import { monitorText } from './monitor.texts'
import { type FeedFilter, KIND_GROUPS } from './feed'
import {
  applyCase,
  applyMissed,
  applyNewest,
  lineKey,
  type MarkKind,
  monitorSlice,
  NEWEST_MAX,
  postKey,
  setMark,
  subjectOf,
} from './monitor.slice'
import { undoAct } from './log/log.actions'

/** Number of pages loaded at the start, enough for the counts of the last minutes. */
const FIRST_PAGES = 5

/** Loads the newest lines of the feed and the open cases of posts. The slice holds a failure. */
export function loadFeed(forum: Forum): Promise<void> {
  return forum.once('monitor load', async () => {
    const loaded = await resultOf(readNewest(forum))
    if (!loaded.ok) {
      forum.update((write) => {
        const monitor = write(monitorSlice)
        // Loaded lines stay.
        if (monitor.status === 'ready') return
        monitor.status = 'error'
        monitor.error = loaded.error
      })
      return
    }
    // Without the cases, acts on reported posts do not settle them; the feed itself does not depend on them.
    const cases = await resultOf(forum.call('listCases', { query: { status: 'open', limit: PAGE_SIZE_MAX } }))
    if (cases.ok)
      forum.update((write) => {
        for (const one of cases.value.cases) applyCase(write(monitorSlice), one)
      })
  })
}

async function readNewest(forum: Forum): Promise<void> {
  const lines: Activity[] = []
  let nextSince = 0
  let before: number | null = null
  for (let page = 0; page < FIRST_PAGES; page += 1) {
    const response: ResultOf<'listActivity'> = await forum.call('listActivity', {
      query: { limit: PAGE_SIZE_MAX, ...(before === null ? {} : { before }) },
    })
    if (before === null) nextSince = response.nextSince
    lines.push(...response.activity)
    before = response.nextBefore
    if (page === 0 || before === null || page === FIRST_PAGES - 1) {
      const read = [...lines]
      forum.update((write) => {
        applyNewest(write(monitorSlice), read, nextSince)
      })
    }
    if (before === null) return
  }
}

/** Loads the lines that events did not bring; if there are very many, starts again with the newest. */
export function catchUpFeed(forum: Forum): Promise<void> {
  return forum.once('monitor catch up', async () => {
    if (forum.read(monitorSlice).status !== 'ready') {
      await loadFeed(forum)
      return
    }
    for (let fetched = 0; fetched < NEWEST_MAX; fetched += PAGE_SIZE_MAX) {
      const query = { since: forum.read(monitorSlice).upTo, limit: PAGE_SIZE_MAX }
      const { activity, nextSince } = await forum.call('listActivity', { query })
      forum.update((write) => {
        const monitor = write(monitorSlice)
        // Nothing was missed while the connection was lost.
        if (activity.length === 0 && monitor.lostAfter === monitor.upTo) monitor.lostAfter = null
        applyMissed(monitor, activity, nextSince)
      })
      if (activity.length < PAGE_SIZE_MAX) return
    }
    await readNewest(forum)
  })
}

/** Records the last complete line when the connection is lost. */
export function noteLoss(forum: Forum): void {
  forum.update((write) => {
    const monitor = write(monitorSlice)
    if (monitor.status === 'ready') monitor.lostAfter = monitor.upTo
  })
}

/** Loads a page of older lines that may pass a filter, the newest first. */
export function readOlder(
  forum: Forum,
  before: number,
  { view, kinds, flags, boardId, actor }: FeedFilter,
): Promise<Result<{ activity: Activity[]; nextBefore: number | null }>> {
  const [kind, ...otherKinds] = kinds.flatMap((group) => [...KIND_GROUPS[group]])
  const [flag, ...otherFlags] = view === 'new' ? (['new_member'] as const) : flags
  return resultOf(
    forum.call('listActivity', {
      query: {
        before,
        limit: PAGE_SIZE_MAX,
        ...(kind && otherKinds.length === 0 ? { kind } : {}),
        ...(flag && otherFlags.length === 0 ? { flag } : {}),
        ...(boardId === null ? {} : { boardId }),
        ...(actor === null ? {} : { actor }),
      },
    }),
  )
}

export const ACT_NAMES = ['delete', 'lock', 'mute', 'ban', 'ignore'] as const
export type Act = (typeof ACT_NAMES)[number]

/** A moderator's decision on a line. */
export interface Decision {
  act: Act
  reason: string
  /** The end of a mute or a ban; null for none. */
  until: string | null
}

/** An act of the reader, with what its undo needs. */
export interface Done {
  /** The id of its log entry; null for an act that only this page knows. */
  entry: number | null
  /** The key of its mark. */
  subject: string
}

/** The outcome of an act; `late` if another moderator was first. `done` is null if it cannot be undone. */
export type Outcome = { kind: 'done'; done: Done | null } | { kind: 'late' }

/** Returns whether a line concerns a whole thread. */
export const isOfThread = ({ kind, postNumber, thread }: Activity): boolean =>
  thread !== null && (kind === 'thread' || postNumber === 1)

/**
 * Returns the member whom acts on a line concern: the author, even if another member edited the post, or the reported
 * member.
 */
export function memberOf({ kind, actor, detail }: Activity): UserSummary | undefined {
  if (kind === 'report') return detail.user
  return kind === 'edit' ? (detail.user ?? actor) : actor
}

/** The settlement of a case by each decision. */
const SETTLEMENT = {
  delete: 'delete_post',
  lock: 'lock_thread',
  mute: 'mute_user',
  ban: 'ban_user',
  ignore: 'dismiss',
} as const satisfies Record<Act, Settlement>

/** Returns the action of a decision on a line: on its thread, its post or its member. */
export const actionOf = (act: Exclude<Act, 'ignore'>, line: Activity) =>
  act === 'delete' && isOfThread(line) ? 'delete_thread' : SETTLEMENT[act]

export const keyOf = (act: Act): string => keyOfAct(SETTLEMENT[act])

/** Returns the label of an act on a line. */
export const labelOf = (act: Act, line: Activity): string =>
  act === 'ignore' ? monitorText('ignore') : PAGE_ACTS[actionOf(act, line)].label()

/** Carries out a decision on a line. It settles a report, and the case of a deleted post. */
export async function actOn(forum: Forum, line: Activity, decision: Decision): Promise<Result<Outcome>> {
  const result = await resultOf(carryOut(forum, line, decision))
  if (result.ok && result.value.kind === 'done') return result
  if (!result.ok && result.error.code !== 'CONFLICT') return result
  return { ok: true, value: await late(forum, line) }
}

/** Loads the act of the moderator who was first. */
async function late(forum: Forum, { id }: Activity): Promise<Outcome> {
  const read = await resultOf(forum.call('listActivity', { query: { since: id - 1, limit: 1 } }))
  if (read.ok)
    forum.update((write) => {
      applyMissed(write(monitorSlice), read.value.activity, 0)
    })
  return { kind: 'late' }
}

async function carryOut(forum: Forum, line: Activity, decision: Decision): Promise<Outcome> {
  const { act, reason, until } = decision
  const { postId, thread } = line
  const one = postId === null ? undefined : forum.read(monitorSlice).cases[postId]
  if (one && postId !== null && (line.kind === 'report' || act === 'delete')) {
    const response = await forum.call('resolveCase', {
      params: { caseId: one.id },
      body: {
        action: SETTLEMENT[act],
        ...(reason === '' ? {} : { reason }),
        ...(act === 'mute' || act === 'ban' ? { until } : {}),
      },
    })
    const subject = postKey(postId)
    forum.update((write) => {
      applyCase(write(monitorSlice), response.case)
    })
    mark(forum, subject, act === 'ignore' ? 'dismissed' : act === 'delete' ? 'deleted' : 'settled')
    return { kind: 'done', done: response.undo ? { entry: response.undo.id, subject } : null }
  }
  if (act === 'ignore') {
    mark(forum, lineKey(line.id), 'ignored')
    return { kind: 'done', done: { entry: null, subject: lineKey(line.id) } }
  }
  const action = actionOf(act, line)
  const ids = { postId: postId ?? 0, threadId: thread?.id ?? 0, userId: memberOf(line)?.id ?? 0 }
  const { of, kind } = ACTS[action].mark
  const { undo } = await PAGE_ACTS[action].send(forum, ids[`${of}Id`], { reason, until, mustChange: true })
  if (!undo) return { kind: 'late' }
  const subject = subjectOf(action, ids) ?? ''
  mark(forum, subject, kind)
  return { kind: 'done', done: { entry: undo.id, subject } }
}

function mark(forum: Forum, subject: string, kind: MarkKind): void {
  const { user } = forum.read(sessionSlice)
  if (user === null) return
  const { id, username, displayName, avatar, role } = user
  forum.update((write) => {
    const by = { id, username, displayName, avatar, role }
    setMark(write(monitorSlice), subject, { kind, by, at: forum.clock.now().getTime() })
  })
}

/** Undoes an act of the reader. */
export async function undoDone(forum: Forum, { entry, subject }: Done): Promise<Result<void>> {
  const undone = entry === null ? null : await undoAct(forum, entry)
  if (undone?.ok === false) return undone
  forum.update((write) => {
    setMark(write(monitorSlice), subject, null)
  })
  return { ok: true, value: undefined }
}

/** The facts that moderators see about the author of a line. */
export interface MemberCard {
  user: User
  /** The moderators' acts on the member; null if the reader may not read them. */
  entries: readonly LogEntry[] | null
  latest: readonly Activity[]
}

const LATEST = 8

export function readMember(
  forum: Forum,
  member: Pick<UserSummary, 'id' | 'role'>,
): Promise<Result<MemberCard>> {
  const { id: userId } = member
  const mayRead = mayReadRecord(forum.read(sessionSlice).user, member)
  return resultOf(
    (async () => {
      const [{ user }, discipline, { activity: latest }] = await Promise.all([
        forum.call('getUser', { params: { userId } }),
        mayRead ? forum.call('getDiscipline', { params: { userId } }) : null,
        forum.call('listActivity', { query: { actor: userId, limit: LATEST } }),
      ])
      return { user, entries: discipline?.entries ?? null, latest }
    })(),
  )
}

export const readStats = (forum: Forum) => resultOf(forum.call('moderationStats'))

/** Returns whether a reader may open the drawer of a member; moderators of some boards may not. */
export function mayReadRecord(reader: CurrentUser | null, member: Pick<UserSummary, 'id' | 'role'>): boolean {
  const actor = actorOf(reader)
  return actor !== null && mayReadDiscipline(actor, member) === 'allowed'
}
