import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Notification } from '@forum/shared/contract'
import { ApiError } from '../lib/api'
import { type Forum } from '../store'
import { aMember } from '../testing/boards'
import { aForum, signIn } from '../testing/forum'
import { applyUnread, unreadNotifications, unreadSlice } from '../state/unread'
import { readAllSoon } from './read-all'
import { notificationsSlice } from './notifications.slice'

const call = vi.fn()
let forum: Forum
let undo: () => void
let goes: () => void

const aNotification = (id: number, kind: Notification['kind']): Notification => ({
  id,
  kind,
  actor: null,
  thread: null,
  postId: null,
  postNumber: null,
  text: '',
  words: null,
  isRead: false,
  createdAt: '2026-11-20T09:30:00.000Z',
})

const offer = (undoNow: () => void, onGone: () => void) => {
  undo = undoNow
  goes = onGone
}
const unreadIds = () =>
  Object.values(forum.read(notificationsSlice).notifications)
    .filter(({ isRead }) => !isRead)
    .map(({ id }) => id)
const count = () => unreadNotifications(forum.read)

beforeEach(() => {
  call.mockReset().mockResolvedValue({ count: 0, version: 2 })
  forum = aForum(call)
  signIn(forum, aMember())
  forum.update((write) => {
    const state = write(notificationsSlice)
    state.notifications = { 1: aNotification(1, 'reply'), 2: aNotification(2, 'like') }
    state.unreadOf = { reply: 1, mention: 0, like: 1, moderation: 0 }
    write(unreadSlice).notifications = { count: 2, version: 1 }
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

it('shows all notifications as read at once, and marks them when the offer to undo is gone', async () => {
  const done = readAllSoon(forum, undefined, offer)
  expect(unreadIds()).toEqual([])
  expect(count()).toBe(0)
  expect(call).not.toHaveBeenCalled()
  goes()
  expect(await done).toEqual({ ok: true, value: undefined })
  const body = { all: true, askedAgo: expect.any(Number) as number }
  expect(call).toHaveBeenCalledWith('readNotifications', { body, keepalive: true })
})

it('leaves unread what arrives while it can be undone', async () => {
  vi.useFakeTimers()
  const done = readAllSoon(forum, undefined, offer)
  vi.advanceTimersByTime(8_000)
  forum.update((write) => {
    write(notificationsSlice).notifications[3] = aNotification(3, 'reply')
  })
  goes()
  await done
  vi.useRealTimers()
  expect(unreadIds()).toEqual([3])
  expect(call.mock.calls[0]?.[1]).toMatchObject({ body: { askedAgo: 8_000 } })
})

it('marks nothing that is undone', async () => {
  const done = readAllSoon(forum, undefined, offer)
  undo()
  goes()
  expect(await done).toBeNull()
  expect(call).not.toHaveBeenCalled()
  expect(unreadIds()).toEqual([1, 2])
  expect(count()).toBe(2)
  expect(forum.read(notificationsSlice).unreadOf).toEqual({ reply: 1, mention: 0, like: 1, moderation: 0 })
})

it('counts what was unread before, whatever another tab says meanwhile', async () => {
  const done = readAllSoon(forum, undefined, offer)
  applyUnread(forum, { messages: { count: 0, version: 1 }, notifications: { count: 1, version: 2 } })
  expect(count()).toBe(0)
  undo()
  expect(await done).toBeNull()
  expect(count()).toBe(1)
})

it('counts what came after it', async () => {
  const done = readAllSoon(forum, undefined, offer)
  goes()
  await done
  applyUnread(forum, { messages: { count: 0, version: 1 }, notifications: { count: 1, version: 3 } })
  expect(count()).toBe(1)
})

it('marks those of one group only', async () => {
  const done = readAllSoon(forum, 'like', offer)
  expect(unreadIds()).toEqual([1])
  expect(count()).toBe(1)
  call.mockResolvedValue({ count: 1, version: 2 })
  dispatchEvent(new Event('pagehide'))
  expect(await done).toMatchObject({ ok: true })
  expect(call.mock.calls[0]?.[1]).toMatchObject({ body: { all: true, group: 'like' } })
  expect(count()).toBe(1)
})

it('shows them as unread again when the server refuses', async () => {
  call.mockRejectedValue(new ApiError(500, 'INTERNAL', '服务器说不行'))
  const done = readAllSoon(forum, undefined, offer)
  goes()
  expect(await done).toMatchObject({ ok: false })
  expect(unreadIds()).toEqual([1, 2])
  expect(count()).toBe(2)
})
