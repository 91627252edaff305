import { type Activity, type CurrentUser, type UserSummary } from '@forum/shared/contract'
import { PAGE_SIZE_MAX } from '@forum/shared/limits'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, type Forum, type ForumEvent } from '../store'
import { aForum, signIn } from '../testing/forum'
import { aLine } from './activity.fixture'
import { actOn, catchUpFeed, loadFeed, noteLoss, undoDone } from './monitor.actions'
import { markOf, markOfAll, monitorSlice, NEWEST_MAX } from './monitor.slice'
import { carryOver, NO_OLDER, OLDER_MAX, withPage } from './use-older'
import { waitingAfter } from './use-feed'

const person = (id: number): UserSummary => ({
  id,
  username: `staff${id}`,
  displayName: `版主${id}`,
  avatar: null,
  role: 'moderator',
})
const ME = person(1)
const WANG = person(2)

/** The feed on the server. */
let server: Activity[]
let forum: Forum
const call = vi.fn<(name: string, options: object) => Promise<unknown>>()

type Query = { before?: number; since?: number; limit: number }
function listActivity({ before, since, limit }: Query) {
  const found =
    since === undefined
      ? server.filter(({ id }) => before === undefined || id < before).slice(-limit)
      : server.filter(({ id }) => id > since).slice(0, limit)
  const activity = found.toReversed()
  return {
    activity,
    nextBefore: activity.length < limit ? null : (activity.at(-1)?.id ?? null),
    nextSince: activity[0]?.id ?? since ?? 0,
  }
}

const arrive = (...lines: Activity[]) => {
  forum.receive(
    lines.map((activity): ForumEvent => ({
      name: 'moderation:activity',
      id: `activity:${activity.id}`,
      at: '',
      activity,
    })),
  )
}
const acted = (event: Partial<Extract<ForumEvent, { name: 'moderation:acted' }>>) => {
  forum.receive([{ name: 'moderation:acted', id: 'act', at: '', action: 'delete_post', by: WANG, ...event }])
}
const monitor = () => forum.read(monitorSlice)
const ids = () => monitor().lines.map(({ id }) => id)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const reads = () => call.mock.calls.filter(([name]) => name === 'listActivity').length

beforeEach(() => {
  server = range(1, 20).map((id) => aLine(id))
  call.mockReset()
  call.mockImplementation(async (name, options) => {
    if (name === 'listActivity') return listActivity((options as { query: Query }).query)
    if (name === 'listCases') return { cases: [] }
    throw new Error(`unexpected ${name}`)
  })
  forum = aForum(call)
  forum.addSlices([monitorSlice])
  signIn(forum, { ...ME, moderatedBoardIds: [], blocked: [] } as unknown as CurrentUser)
})

describe('the lines of the feed', () => {
  beforeEach(() => loadFeed(forum))

  it('are loaded with the newest, and go on with events', () => {
    expect(ids()).toEqual(range(1, 20))
    arrive(aLine(21), aLine(22))
    expect(monitor()).toMatchObject({ upTo: 22, isBehind: false })
    expect(ids()).toEqual(range(1, 22))
  })

  it('are shown once if an event repeats, and in order if events overtake each other', () => {
    arrive(aLine(22), aLine(21), aLine(21))
    expect(ids()).toEqual(range(1, 22))
    expect(monitor()).toMatchObject({ upTo: 22, isBehind: false })
  })

  it('that an event did not bring are fetched', async () => {
    server.push(aLine(21), aLine(22), aLine(23))
    arrive(aLine(23))
    expect(monitor()).toMatchObject({ upTo: 20, isBehind: true })
    await catchUpFeed(forum)
    expect(ids()).toEqual(range(1, 23))
    expect(monitor()).toMatchObject({ upTo: 23, isBehind: false })
  })

  it('are complete in spite of numbers that the reader may not see', async () => {
    server.push(aLine(23))
    arrive(aLine(23))
    await catchUpFeed(forum)
    expect(ids()).toEqual([...range(1, 20), 23])
    expect(monitor()).toMatchObject({ upTo: 23, isBehind: false })
  })

  it('of several pages are fetched page by page', async () => {
    server.push(...range(21, 20 + 2 * PAGE_SIZE_MAX + 5).map((id) => aLine(id)))
    const before = reads()
    await catchUpFeed(forum)
    expect(reads() - before).toBe(3)
    expect(ids()).toEqual(range(1, 225))
  })

  it('are marked from where the connection was lost, unless nothing was missed', async () => {
    noteLoss(forum)
    await catchUpFeed(forum)
    expect(monitor().lostAfter).toBeNull()
    noteLoss(forum)
    server.push(aLine(21))
    await catchUpFeed(forum)
    expect(monitor()).toMatchObject({ lostAfter: 20, upTo: 21 })
  })

  it('begin again with the newest after more than are kept', async () => {
    const last = 20 + NEWEST_MAX + 300
    server.push(...range(21, last).map((id) => aLine(id)))
    await catchUpFeed(forum)
    expect(monitor()).toMatchObject({ upTo: last, isBehind: false })
    const kept = ids()
    expect(kept).toEqual(range(kept[0] ?? 0, last))
  })

  it('are at most as many as are kept', () => {
    arrive(...range(21, 21 + NEWEST_MAX).map((id) => aLine(id)))
    expect(ids()).toEqual(range(22, 21 + NEWEST_MAX))
  })
})

it('shows why the feed could not be loaded, and keeps the lines that came meanwhile', async () => {
  call.mockRejectedValueOnce(new ApiError(500, 'INTERNAL', '服务器内部错误'))
  await loadFeed(forum)
  expect(monitor()).toMatchObject({ status: 'error', error: { message: '服务器内部错误' } })
  arrive(aLine(21))
  server.push(aLine(21))
  await catchUpFeed(forum)
  expect(monitor()).toMatchObject({ status: 'ready', error: null, upTo: 21 })
  expect(ids()).toEqual(range(1, 21))
})

describe('what moderators did', () => {
  const line = aLine(5)
  const mark = (target = line) => markOf(target, monitor().marks)
  beforeEach(() => loadFeed(forum))

  it('marks the lines of a post until it is taken back', () => {
    acted({ postId: 1_005 })
    expect(mark()).toMatchObject({ kind: 'deleted', by: WANG })
    acted({ action: 'restore_post', postId: 1_005 })
    expect(mark()).toBeNull()
    expect(mark({ ...line, handledBy: WANG })).toBeNull()
  })

  it('marks the posts of a deleted thread, but not those of a locked one', () => {
    const thread = aLine(6, { kind: 'thread' })
    acted({ action: 'lock_thread', threadId: 1 })
    expect([mark()?.kind, mark(thread)?.kind]).toEqual([undefined, 'locked'])
    acted({ action: 'delete_thread', threadId: 1 })
    expect([mark()?.kind, mark(thread)?.kind]).toEqual(['deleted', 'deleted'])
  })

  it('marks the registration of a banned member, but none of the posts', () => {
    acted({ action: 'ban_user', userId: 7 })
    expect(mark()).toBeNull()
    expect(mark(aLine(8, { kind: 'register' }))?.kind).toBe('banned')
  })

  it('greys a burst once it is about all of its lines', () => {
    const burst = [aLine(8), aLine(7)] as const
    acted({ postId: 1_008 })
    expect(markOfAll([...burst], monitor().marks)).toBeNull()
    acted({ postId: 1_007 })
    expect(markOfAll([...burst], monitor().marks)?.kind).toBe('deleted')
  })

  it('is known from before the page was opened', () => {
    expect(mark({ ...line, handledBy: WANG })).toMatchObject({ kind: 'handled', by: WANG })
  })

  it('reports who was first when another has deleted the post', async () => {
    server[4] = { ...line, handledBy: WANG }
    const list = call.getMockImplementation()
    call.mockImplementation(async (name, options) => {
      if (name === 'deletePost') throw new ApiError(409, 'CONFLICT', '已经处理')
      return list?.(name, options)
    })
    const result = await actOn(forum, line, { act: 'delete', reason: '垃圾广告', until: null })
    expect(result).toEqual({ ok: true, value: { kind: 'late' } })
    const fresh = monitor().lines.find(({ id }) => id === 5)
    expect(fresh && mark(fresh)?.by).toEqual(WANG)
  })

  it('takes an own act back by the number that the response brought', async () => {
    call.mockImplementation(async () => ({ undo: { id: 77, until: '' } }))
    const result = await actOn(forum, line, { act: 'delete', reason: '', until: null })
    expect(call).toHaveBeenLastCalledWith('deletePost', {
      params: { postId: 1_005 },
      body: { mustChange: true },
    })
    expect(mark()).toMatchObject({ kind: 'deleted', by: ME })
    const before = call.mock.calls.length
    const done = result.ok && result.value.kind === 'done' ? result.value.done : null
    expect(done).not.toBeNull()
    if (done) await undoDone(forum, done)
    expect(call.mock.calls.slice(before)).toEqual([['undoAct', { params: { actId: 77 }, body: {} }]])
    expect(mark()).toBeNull()
  })

  it('is late when the act changes nothing', async () => {
    const list = call.getMockImplementation()
    call.mockImplementation(async (name, options) =>
      name === 'lockThread' ? { undo: null } : list?.(name, options),
    )
    const result = await actOn(forum, line, { act: 'lock', reason: '广告', until: null })
    expect(result).toEqual({ ok: true, value: { kind: 'late' } })
    expect(mark(aLine(6, { kind: 'thread' }))).toBeNull()
  })

  it('ignores a line of its own without a call, and takes that back', async () => {
    const before = call.mock.calls.length
    const result = await actOn(forum, line, { act: 'ignore', reason: '', until: null })
    expect(mark()).toMatchObject({ kind: 'ignored', by: ME })
    if (result.ok && result.value.kind === 'done' && result.value.done)
      await undoDone(forum, result.value.done)
    expect(mark()).toBeNull()
    expect(call.mock.calls.length).toBe(before)
  })
})

describe('lines before the newest', () => {
  const all = () => true

  it('follow the newest without a gap when those drop some', () => {
    const older = withPage(NO_OLDER, [aLine(3), aLine(2)], 2)
    const before = range(4, 8).map((id) => aLine(id))
    const after = range(6, 10).map((id) => aLine(id))
    expect(carryOver(older, before, after, all).lines.map(({ id }) => id)).toEqual([5, 4, 3, 2])
    expect(carryOver(older, before, after, ({ id }) => id !== 4).lines.map(({ id }) => id)).toEqual([5, 3, 2])
  })

  it('begin again when the newest have nothing in common with what was shown', () => {
    const older = withPage(NO_OLDER, [aLine(3)], 3)
    expect(carryOver(older, [aLine(4)], [aLine(9)], all)).toBe(NO_OLDER)
  })

  it('are at most as many as are kept, and can be read again from the last of them', () => {
    const many = range(1, OLDER_MAX)
      .map((id) => aLine(id))
      .toReversed()
    const older = withPage(NO_OLDER, many, null)
    const before = range(OLDER_MAX + 1, OLDER_MAX + 3).map((id) => aLine(id))
    const carried = carryOver(older, before, before.slice(1), all)
    expect(carried.lines).toHaveLength(OLDER_MAX)
    expect(carried).toMatchObject({ nextBefore: 2 })
  })
})

describe('a list that is held', () => {
  const shown = range(1, 5).map((id) => aLine(id))

  it('counts what waits, and how much of it has flags', () => {
    const latest = [...shown, aLine(6), aLine(7, { flags: ['link'] }), aLine(8, { flags: ['word'] })]
    expect(waitingAfter(shown, latest, () => true)).toEqual({ count: 3, flagged: 2, isMore: false })
    expect(waitingAfter(shown, latest, ({ id }) => id !== 8)).toMatchObject({ count: 2, flagged: 1 })
    expect(waitingAfter(shown, shown, () => true)).toEqual({ count: 0, flagged: 0, isMore: false })
  })

  it('says that more wait than are kept', () => {
    const latest = range(9, 12).map((id) => aLine(id))
    expect(waitingAfter(shown, latest, () => true)).toEqual({ count: 4, flagged: 0, isMore: true })
  })
})
