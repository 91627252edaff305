import { type ThreadInList } from '@forum/shared/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api'
import { aBoard, aMember, aThread } from '../testing/boards'
import { boardThreads } from '../boards/board-lists'
import { popularBoards } from '../boards/lists'
import { aForum, signIn } from '../testing/forum'
import { type Forum } from '../store'
import { boardCopySlice } from '../state/board-copy'
import { threadCopySlice } from '../state/thread-copy'
import { type List } from './list'
import { loadList, loadMore, revalidateList } from './lists.actions'
import { listsSlice } from './lists.slice'

const BOARD = 42
const PAGE = boardThreads(BOARD, 1, 'replied')
const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const by = (id: number) => ({ ...aThread({ id: 1 }).lastPostUser, id })
/** A thread of the board whose last post was written at a minute, by another member. */
const thread = (id: number, minute: number, more: Partial<ThreadInList> = {}) =>
  aThread({ id, lastPostAt: at(minute), lastPostUser: by(99), ...more })

describe('a board on screen that missed events', () => {
  const call = vi.fn()
  let forum: Forum
  let threads: ThreadInList[]
  let threadCount: number
  const list = () => forum.read(listsSlice)[PAGE.key]
  const revalidate = () => revalidateList(forum, PAGE)

  beforeEach(async () => {
    threads = [thread(3, 30), thread(2, 20), thread(1, 10)]
    threadCount = 3
    call.mockReset()
    call.mockImplementation(async () => ({
      board: aBoard({ id: BOARD, threadCount }),
      threads,
      pagination: { page: 1, limit: 20, total: threadCount, totalPages: 1 },
    }))
    forum = aForum(call)
    signIn(forum, aMember({ id: 7 }))
    await loadList(forum, PAGE)
  })

  it('stays unchanged if nothing happened', async () => {
    const before = list()
    await revalidate()
    expect(list()).toBe(before)
  })

  it('takes back a count whose correction it missed, although the response is the one it was loaded with', async () => {
    const counts = { threadCount: 4, postCount: 9, lastThread: null }
    forum.receive([{ name: 'board:updated', id: 'e1', at: '', boardId: BOARD, version: 9, ...counts }])
    expect(forum.read(boardCopySlice).boards[BOARD]?.threadCount).toBe(4)
    await revalidate()
    expect(forum.read(boardCopySlice).boards[BOARD]?.threadCount).toBe(3)
  })

  it('updates counts in place, and reports moved threads without moving them', async () => {
    threads = [
      thread(4, 50),
      thread(1, 40, { replyCount: 5 }),
      thread(3, 30, { viewCount: 8 }),
      thread(2, 20),
    ]
    threadCount = 4
    await revalidate()
    expect(list()?.ids).toEqual([3, 2, 1])
    expect(list()?.moved).toEqual({ 4: expect.any(Number), 1: expect.any(Number) })
    expect(list()?.pagination?.total).toBe(4)
    expect(forum.read(boardCopySlice).boards[BOARD]?.threadCount).toBe(4)
    expect(forum.read(threadCopySlice).threads[1]?.replyCount).toBe(5)
    expect(forum.read(threadCopySlice).threads[3]?.viewCount).toBe(8)

    await revalidate()
    expect(Object.keys(list()?.moved ?? {})).toHaveLength(2)
    await loadList(forum, PAGE)
    expect(list()).toMatchObject({ ids: [4, 1, 3, 2], moved: {} })
  })

  it('does not report the member’s own changes as news', async () => {
    threads = [thread(1, 40, { lastPostUser: by(7) }), thread(3, 30), thread(2, 20)]
    await revalidate()
    expect(list()?.moved).toEqual({})
  })

  it('reports a removed thread, but not threads pushed off the end of the page', async () => {
    threads = [thread(3, 30), thread(1, 10)]
    await revalidate()
    expect(Object.keys(list()?.moved ?? {})).toEqual(['2'])
    await loadList(forum, PAGE)
    expect(list()).toMatchObject({ ids: [3, 1], moved: {} })
    threads = [thread(4, 50), thread(3, 30)]
    await revalidate()
    expect(Object.keys(list()?.moved ?? {})).toEqual(['4'])
  })

  it('keeps its content while the server is unreachable, and reports the failure so that it is retried', async () => {
    const before = list()
    call.mockRejectedValueOnce(new ApiError(0, 'NETWORK', '断网'))
    await expect(revalidate()).rejects.toMatchObject({ code: 'NETWORK' })
    expect(list()).toEqual(before)
  })

  it('keeps its content when a load fails, until it could be read again', async () => {
    const before = list()
    call.mockRejectedValueOnce(new ApiError(0, 'NETWORK', '断网'))
    await loadList(forum, PAGE)
    expect(list()).toMatchObject({ status: 'ready', ids: before?.ids, outdatedBy: { code: 'NETWORK' } })
    await revalidate()
    expect(list()).toEqual(before)
  })

  it('is shown as deleted once the server says so', async () => {
    call.mockRejectedValueOnce(new ApiError(404, 'NOT_FOUND', '没有'))
    await revalidate()
    expect(list()?.status).toBe('error')
  })

  it('revalidates after a read in progress, which may have missed the change', async () => {
    let respondFirst = () => {}
    const stale = { board: aBoard({ id: BOARD }), threads, pagination: list()!.pagination }
    call.mockImplementationOnce(() => new Promise((resolve) => (respondFirst = () => resolve(stale))))
    const reading = loadList(forum, PAGE)
    threads = [thread(4, 50), ...threads]
    const revalidating = revalidate()
    respondFirst()
    await Promise.all([reading, revalidating])
    expect(Object.keys(list()?.moved ?? {})).toEqual(['4'])
  })

  it('replaces the error of the first read once a later read succeeds', async () => {
    const failed = new ApiError(0, 'NETWORK', '断网')
    forum = aForum(call)
    call.mockRejectedValueOnce(failed).mockRejectedValueOnce(failed)
    await loadList(forum, PAGE)
    const shown: unknown[] = []
    forum.subscribe(() => shown.push(list()?.status))
    await expect(revalidate()).rejects.toMatchObject({ code: 'NETWORK' })
    expect(list()?.status).toBe('error')
    await revalidate()
    expect(list()).toMatchObject({ status: 'ready', ids: [3, 2, 1] })
    expect(shown).not.toContain('loading')
  })
})

describe('events of a board on screen', () => {
  const call = vi.fn()
  let forum: Forum
  const moved = () => Object.keys(forum.read(listsSlice)[PAGE.key]?.moved ?? {})
  const bump = (threadId: number, changes: object, seq = 9) => {
    forum.receive([
      { name: 'thread:bumped', id: `${threadId}:${seq}`, at: '', threadId, boardId: BOARD, seq, changes },
    ])
  }

  beforeEach(async () => {
    call.mockReset()
    call.mockResolvedValue({
      board: aBoard({ id: BOARD, threadCount: 3 }),
      threads: [thread(9, 1, { isPinned: true }), thread(3, 30), thread(2, 20)],
      pagination: { page: 1, limit: 20, total: 3, totalPages: 1 },
    })
    forum = aForum(call)
    await loadList(forum, PAGE)
  })

  it.each([
    ['pin', { isPinned: true }],
    ['lock', { isLocked: true }],
    ['rename', { title: '新标题' }],
    ['deletion of a reply', { replyCount: 0 }],
  ])('counts no %s as a moved thread, although it contains the last post', (_, changes) => {
    bump(3, { ...changes, lastPostAt: at(30), lastPostUser: by(99) })
    bump(2, { ...changes, lastPostAt: at(15), lastPostUser: by(99) })
    // Older than every row that is not pinned, so it belongs on a later page.
    bump(77, { ...changes, lastPostAt: at(10), lastPostUser: by(99) })
    expect(moved()).toEqual([])
  })

  it('counts a newer reply as a moved thread, on this page or another', () => {
    bump(2, { lastPostAt: at(40), lastPostUser: by(99) })
    bump(77, { lastPostAt: at(41), lastPostUser: by(99) })
    expect(moved()).toEqual(['2', '77'])
  })

  const updated = (threadCount: number, version: number) => {
    const event = { name: 'board:updated' as const, id: `b${version}`, at: '', boardId: BOARD }
    const counts = { threadCount, postCount: threadCount, lastThread: null, version }
    forum.receive([{ ...event, ...counts }])
  }

  it('keeps newer counts when an older update arrives late', () => {
    updated(8, 5)
    updated(7, 4)
    expect(forum.read(boardCopySlice).boards[BOARD]?.threadCount).toBe(8)
    updated(6, 6)
    expect(forum.read(boardCopySlice).boards[BOARD]?.threadCount).toBe(6)
  })

  it('keeps counts of an event that arrived while the board was being read', async () => {
    let response: (value: unknown) => void = () => undefined
    const stale = (await call()) as object
    call.mockImplementationOnce(() => new Promise((resolve) => (response = resolve)))
    const reading = revalidateList(forum, PAGE)
    await expect.poll(() => call.mock.calls.length).toBe(3)
    updated(8, 5)
    response(stale)
    await reading
    expect(forum.read(boardCopySlice).boards[BOARD]?.threadCount).toBe(8)
  })
})

describe('a list that loads more', () => {
  const messages = {
    key: 'messages',
    room: null,
    applyItem: () => undefined,
    read: vi.fn(),
  } satisfies List<{ id: number }>
  const read = vi.mocked(messages.read)
  let forum: Forum
  const list = () => forum.read(listsSlice).messages

  beforeEach(async () => {
    read.mockReset()
    read.mockResolvedValueOnce({ items: [{ id: 9 }, { id: 8 }], nextCursor: 'after 8' })
    forum = aForum()
    await loadList(forum, messages)
  })

  it('appends the next items until the end, each once', async () => {
    read.mockResolvedValueOnce({ items: [{ id: 8 }, { id: 7 }], nextCursor: null })
    await loadMore(forum, messages)
    expect(read).toHaveBeenLastCalledWith(expect.objectContaining({ cursor: 'after 8' }))
    expect(list()).toMatchObject({ ids: [9, 8, 7], nextCursor: null, isLoadingMore: false })
    await loadMore(forum, messages)
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('keeps its items when the next ones cannot be read, and continues from there', async () => {
    read.mockRejectedValueOnce(new ApiError(0, 'NETWORK', '断网'))
    await loadMore(forum, messages)
    expect(list()).toMatchObject({
      status: 'ready',
      ids: [9, 8],
      nextCursor: 'after 8',
      isLoadingMore: false,
    })
    expect(list()?.error?.code).toBe('NETWORK')
    read.mockResolvedValueOnce({ items: [{ id: 7 }], nextCursor: null })
    await loadMore(forum, messages)
    expect(list()).toMatchObject({ ids: [9, 8, 7], error: null })
  })

  it('keeps the items it has loaded when its first ones are read again', async () => {
    read.mockResolvedValueOnce({ items: [{ id: 7 }], nextCursor: null })
    await loadMore(forum, messages)
    read.mockResolvedValueOnce({ items: [{ id: 10 }, { id: 9 }], nextCursor: 'after 9' })
    await revalidateList(forum, messages)
    expect(list()?.ids).toEqual([10, 9, 8, 7])
  })

  it('shows no gap when more arrived than a response has: what follows is loaded again', async () => {
    read.mockResolvedValueOnce({ items: [{ id: 30 }, { id: 29 }], nextCursor: 'after 29' })
    await revalidateList(forum, messages)
    expect(list()).toMatchObject({ ids: [30, 29], nextCursor: 'after 29' })
  })

  it('goes on from where it was, if it keeps its order, whatever its first items are by now', async () => {
    const queue = { ...messages, keepsOrder: true }
    for (const response of [
      { items: [{ id: 30 }, { id: 29 }], nextCursor: 'after 29' },
      { items: [{ id: 30 }], nextCursor: null },
    ]) {
      read.mockResolvedValueOnce(response)
      await revalidateList(forum, queue)
      expect(list()).toMatchObject({ ids: [9, 8], nextCursor: 'after 8' })
    }
  })

  it('drops what is gone when its first items turn out to be all there are', async () => {
    read.mockResolvedValueOnce({ items: [{ id: 7 }], nextCursor: null })
    await loadMore(forum, messages)
    read.mockResolvedValueOnce({ items: [{ id: 9 }], nextCursor: null })
    await revalidateList(forum, messages)
    expect(list()).toMatchObject({ ids: [9], nextCursor: null })
  })
})

describe('the popular boards after missed events', () => {
  it('updates counts without changing the order on screen', async () => {
    const boards = [aBoard({ id: 1, postCount: 9 }), aBoard({ id: 2, postCount: 5 })]
    const call = vi.fn().mockImplementation(async () => boards)
    const forum = aForum(call)
    await loadList(forum, popularBoards)
    boards.reverse()
    boards[0]!.postCount = 12
    await revalidateList(forum, popularBoards)
    expect(forum.read(listsSlice).popular?.ids).toEqual([1, 2])
    expect(forum.read(boardCopySlice).boards[2]?.postCount).toBe(12)
    await loadList(forum, popularBoards)
    expect(forum.read(listsSlice).popular?.ids).toEqual([2, 1])
  })
})
