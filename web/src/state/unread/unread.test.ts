import { UNREAD_POLL_MS } from '../../lib/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeToken } from '../../lib/session'
import { aMember } from '../../testing/boards'
import { resetPage, signIn } from '../../testing/forum'
import { forum } from '../../store'
import { startUnreadPoll } from './unread-poll'
import { countUnreadMessages } from './unread.actions'
import { unreadSlice } from './unread.slice'

const fetched = vi.fn<typeof fetch>()
let response = { count: 0, version: 0 }
let stop = () => {}

const signInAs = (id = 7) => {
  signIn(forum, aMember({ id }))
}
const count = () => forum.read(unreadSlice).messages.count
const requestsTo = (path: string) => fetched.mock.calls.filter(([url]) => url === path).length
const receive = (messages: number, version: number) => {
  forum.receive([{ name: 'unread:changed', id: `${version}`, at: '', messages, notifications: 1, version }])
}

describe('the count of unread messages', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', fetched)
    fetched.mockReset()
    fetched.mockImplementation(() => Promise.resolve(Response.json(response)))
    resetPage()
    storeToken('token')
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('polls the unread count at the start of a session and every 30 s, but not for anonymous readers', async () => {
    response = { count: 2, version: 5 }
    stop = startUnreadPoll()
    await vi.advanceTimersByTimeAsync(UNREAD_POLL_MS)
    expect(fetched).not.toHaveBeenCalled()
    signInAs()
    await vi.advanceTimersByTimeAsync(0)
    expect(count()).toBe(2)
    response = { count: 3, version: 6 }
    await vi.advanceTimersByTimeAsync(UNREAD_POLL_MS)
    expect(count()).toBe(3)
    expect(requestsTo('/api/messages/unread/count')).toBe(2)
    expect(requestsTo('/api/notifications/unread/count')).toBe(2)
    await vi.advanceTimersByTimeAsync(UNREAD_POLL_MS)
    // Notifications are not requested unless something has changed.
    expect(requestsTo('/api/messages/unread/count')).toBe(3)
    expect(requestsTo('/api/notifications/unread/count')).toBe(2)
  })

  it('keeps the count with the higher version, in whatever order they arrive', async () => {
    signInAs()
    receive(4, 9)
    receive(1, 8)
    expect(count()).toBe(4)
    response = { count: 2, version: 7 }
    await countUnreadMessages(forum)
    expect(count()).toBe(4)
    response = { count: 0, version: 10 }
    await countUnreadMessages(forum)
    expect(count()).toBe(0)
    expect(forum.read(unreadSlice).notifications).toEqual({ count: 1, version: 9 })
  })

  it('keeps polling after the server could not be reached', async () => {
    fetched.mockRejectedValueOnce(new TypeError('away'))
    signInAs()
    stop = startUnreadPoll()
    await vi.advanceTimersByTimeAsync(0)
    expect(count()).toBe(0)
    response = { count: 1, version: 1 }
    await vi.advanceTimersByTimeAsync(UNREAD_POLL_MS)
    expect(count()).toBe(1)
  })
})
