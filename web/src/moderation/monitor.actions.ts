import { type ModerationAction } from '@forum/shared/acts'
import {
  type Activity,
  type CurrentUser,
  type LogEntry,
  type User,
  type UserSummary,
} from '@forum/shared/contract'
import { DAY_MS } from '@forum/shared/clock'
import { type ErrorCode } from '@forum/shared/errors'
import { mayReadDiscipline } from '@forum/shared/policies'
import { PAGE_SIZE_MAX } from '@forum/shared/limits'
import { actorOf } from '../lib/actor'
import { type ResultOf } from '../lib/api'
import { type Result, resultOf } from '../lib/result'
import { ApiError, type Forum, sessionSlice } from '../store'
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
  threadKey,
  undoKey,
  userKey,
} from './monitor.slice'

/** What is read at the start, so that the counts of the last minutes are known. */
const FIRST_PAGES = 5

/** Loads the newest lines of the feed and the open cases of posts. The slice holds a failure. */
export function loadFeed(forum: Forum): Promise<void> {
  return forum.once('monitor load', async () => {
    const loaded = await resultOf(readNewest(forum))
    if (!loaded.ok) {
      forum.update((write) => {
        const own = write(monitorSlice)
        // Lines that are shown stay.
        if (own.status === 'ready') return
        own.status = 'error'
        own.error = loaded.error
      })
      return
    }
    // Without them acts on reported posts do not settle their cases; the feed itself does not depend on them.
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

/** Fetches the lines that events did not bring; after very many it begins again with the newest. */
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
        const own = write(monitorSlice)
        // Nothing was missed while the connection was lost.
        if (activity.length === 0 && own.lostAfter === own.upTo) own.lostAfter = null
        applyMissed(own, activity, nextSince)
      })
      if (activity.length < PAGE_SIZE_MAX) return
    }
    await readNewest(forum)
  })
}

/** Remembers where the feed was complete when the connection was lost. */
export function noteLoss(forum: Forum): void {
  forum.update((write) => {
    const own = write(monitorSlice)
    if (own.status === 'ready') own.lostAfter = own.upTo
  })
}

/** A page of older lines that a filter may let through, the newest first. */
export function readOlder(
  forum: Forum,
  before: number,
  { view, kinds, flags, boardId, actor }: FeedFilter,
): Promise<Result<{ activity: Activity[]; nextBefore: number | null }>> {
  const [only, ...otherKinds] = kinds.flatMap((group) => [...KIND_GROUPS[group]])
  const [flag, ...otherFlags] = view === 'new' ? (['new_member'] as const) : flags
  return resultOf(
    forum.call('listActivity', {
      query: {
        before,
        limit: PAGE_SIZE_MAX,
        ...(only && otherKinds.length === 0 ? { kind: only } : {}),
        ...(flag && otherFlags.length === 0 ? { flag } : {}),
        ...(boardId === null ? {} : { boardId }),
        ...(actor === null ? {} : { actor }),
      },
    }),
  )
}

export type Act = 'delete' | 'lock' | 'mute' | 'ban' | 'ignore'

/** What a moderator has decided about a line. `days` is how long a mute or a ban lasts, null for good. */
export interface Decision {
  act: Act
  reason: string
  days: number | null
}

/** An act of the reader, as far as is needed to take it back. */
export interface Done {
  /** Its entry in the log, where the response says so. */
  entry: number | null
  action: ModerationAction | null
  subject: string
}

/** What became of an act; `late` if another moderator was first. */
export type Outcome = { kind: 'done'; done: Done } | { kind: 'late' }

/** Whether a line is about a whole thread. */
export const isOfThread = ({ kind, postNumber, thread }: Activity): boolean =>
  thread !== null && (kind === 'thread' || postNumber === 1)

/** The member whom acts on a line concern: the author, also of what another member edited, or whom a report is about. */
export function memberOf({ kind, actor, detail }: Activity): UserSummary | undefined {
  if (kind === 'report') return detail.user
  return kind === 'edit' ? (detail.user ?? actor) : actor
}

/** Does what was decided about a line. A report is settled by it, and so is the case of a post that is deleted. */
export async function actOn(forum: Forum, line: Activity, decision: Decision): Promise<Result<Outcome>> {
  const result = await resultOf(carryOut(forum, line, decision))
  if (!result.ok) {
    if (result.error.code !== 'CONFLICT') return result
    return { ok: true, value: await late(forum, line) }
  }
  const { value: done } = result
  if (done === null) return { ok: true, value: await late(forum, line) }
  return { ok: true, value: { kind: 'done', done } }
}

/** Reads who was first. */
async function late(forum: Forum, { id }: Activity): Promise<Outcome> {
  const read = await resultOf(forum.call('listActivity', { query: { since: id - 1, limit: 1 } }))
  if (read.ok)
    forum.update((write) => {
      applyMissed(write(monitorSlice), read.value.activity, 0)
    })
  return { kind: 'late' }
}

const SETTLEMENT = { delete: 'delete_post', lock: 'lock_thread', mute: 'mute_user', ban: 'ban_user' } as const

/** Returns null if there was nothing left to do. */
async function carryOut(forum: Forum, line: Activity, decision: Decision): Promise<Done | null> {
  const { act, reason, days } = decision
  const { postId, thread } = line
  const { call } = forum
  const because = reason === '' ? {} : { reason }
  const until = days === null ? null : new Date(forum.clock.now().getTime() + days * DAY_MS).toISOString()
  const one = postId === null ? undefined : forum.read(monitorSlice).cases[postId]
  if (one && postId !== null && (line.kind === 'report' || act === 'delete')) {
    const response = await call('resolveCase', {
      params: { caseId: one.id },
      body: {
        action: act === 'ignore' ? 'dismiss' : SETTLEMENT[act],
        ...because,
        ...(act === 'mute' || act === 'ban' ? { until } : {}),
      },
    })
    const subject = postKey(postId)
    forum.update((write) => {
      applyCase(write(monitorSlice), response.case)
    })
    mark(forum, subject, act === 'ignore' ? 'dismissed' : act === 'delete' ? 'deleted' : 'settled')
    const action = act === 'ignore' ? 'dismiss_report' : 'resolve_report'
    return { entry: response.undo?.id ?? null, action, subject }
  }
  if (act === 'ignore') {
    mark(forum, lineKey(line.id), 'ignored')
    return { entry: null, action: null, subject: lineKey(line.id) }
  }
  if (act === 'mute' || act === 'ban') {
    const member = memberOf(line)
    if (!member) return null
    const params = { userId: member.id }
    if (act === 'mute') await call('muteUser', { params, body: { until, ...because } })
    else await call('banUser', { params, body: { banned: true, until, ...because } })
    const subject = userKey(member.id)
    mark(forum, subject, act === 'mute' ? 'muted' : 'banned')
    return { entry: null, action: SETTLEMENT[act], subject }
  }
  if (act === 'delete' && postId !== null && !isOfThread(line)) {
    await call('deletePost', { params: { postId }, body: { ...because, mustChange: true } })
    mark(forum, postKey(postId), 'deleted')
    return { entry: null, action: 'delete_post', subject: postKey(postId) }
  }
  if (!thread) return null
  const { results } = await call('moderateThreads', { body: { ids: [thread.id], action: act, ...because } })
  const [result] = results
  if (!result?.ok) throw new ApiError(409, (result?.code ?? 'CONFLICT') as ErrorCode, '')
  if (!result.undo) return null
  mark(forum, threadKey(thread.id), act === 'lock' ? 'locked' : 'deleted')
  return {
    entry: result.undo.id,
    action: act === 'lock' ? 'lock_thread' : 'delete_thread',
    subject: threadKey(thread.id),
  }
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

/** Takes an act of the reader back. */
export async function takeBack(forum: Forum, { entry, action, subject }: Done): Promise<Result<void>> {
  if (action !== null) {
    const known = entry ?? forum.read(monitorSlice).undos[undoKey(action, subject)]
    const undone = await resultOf(
      (async () => {
        const actId = known ?? (await awaitEntry(forum, action, subject))
        await forum.call('undoAct', { params: { actId }, body: {} })
      })(),
    )
    if (!undone.ok) return undone
  }
  forum.update((write) => {
    setMark(write(monitorSlice), subject, null)
  })
  return { ok: true, value: undefined }
}

/** Finds the entry of an act in the log, for one whose event did not arrive. */
async function findEntry(
  forum: Forum,
  action: ModerationAction,
  subject: string,
): Promise<number | undefined> {
  const actor = forum.read(sessionSlice).user?.id ?? 0
  const { entries } = await forum.call('listModerationLog', {
    query: { actor, action, limit: PAGE_SIZE_MAX },
  })
  const found = entries.find(
    ({ postId, thread, user, undone }) =>
      undone === null &&
      [postId !== null && postKey(postId), thread && threadKey(thread.id), user && userKey(user.id)].includes(
        subject,
      ),
  )
  return found?.id
}

/** How often, and how many times, the log is read for an act that it does not contain yet. */
const LOG_RETRY_MS = 500
const LOG_TRIES = 10

/** The log contains an act slightly later than the act was done: by then its event, or a later read, names the entry. */
async function awaitEntry(forum: Forum, action: ModerationAction, subject: string): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const found =
      forum.read(monitorSlice).undos[undoKey(action, subject)] ?? (await findEntry(forum, action, subject))
    if (found !== undefined) return found
    if (tries === LOG_TRIES) throw new ApiError(404, 'NOT_FOUND', '')
    await new Promise((resolve) => setTimeout(resolve, LOG_RETRY_MS))
  }
}

/** What a moderator sees of the author of a line. */
export interface MemberCard {
  user: User
  /** What moderators did to the member; null if the reader may not read it. */
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

/** Whether a reader may open the drawer of a member; moderators of some boards may not. */
export function mayReadRecord(reader: CurrentUser | null, member: Pick<UserSummary, 'id' | 'role'>): boolean {
  const actor = actorOf(reader)
  return actor !== null && mayReadDiscipline(actor, member) === 'allowed'
}
