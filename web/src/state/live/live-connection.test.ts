import { type CurrentUser } from '@forum/shared/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { readToken, removeToken, storeToken } from '../../lib/session'
import { type LiveSocket } from '../../lib/socket'
import { type Forum, sessionSlice } from '../../store'
import { FakeSocket } from '../../testing/fake-socket'
import { ModelServer, person, THREAD_ID } from '../../testing/model-server'
import { signIn, aForum } from '../../testing/forum'
import { watch } from '../../resource'
import { loadThreadPage, threadCopySlice } from '../thread-copy'
import { unreadSlice } from '../unread'
import { LiveConnection } from './live-connection'

describe('the live connection', () => {
  let raw: FakeSocket
  let server: ModelServer
  let socket: LiveSocket
  let forum: Forum
  let live: LiveConnection
  let isVisible: boolean
  const call = vi.fn()
  /** Revalidates lists; the mock sets the result and counts the calls. */
  const revalidate = vi.fn<() => Promise<void>>()
  const reads = () => call.mock.calls.filter(([name]) => name === 'threadChanges').length
  const log = () => forum.read(threadCopySlice).logs[THREAD_ID]!
  const deliver = (message: ReturnType<ModelServer['reply']> | null) => {
    if (message) raw.deliver(message.name, message)
  }

  beforeEach(async () => {
    vi.useFakeTimers()
    removeToken()
    isVisible = true
    server = new ModelServer()
    call.mockReset()
    call.mockImplementation(async (name: string, options: { query?: { since?: number } }) =>
      name === 'threadChanges' ? server.changesSince(options.query?.since ?? 0) : server.readPage(1),
    )
    raw = new FakeSocket()
    socket = raw.asLive(() => 0)
    const clock = { now: () => new Date() }
    forum = aForum(call, clock)
    live = new LiveConnection({ socket, forum, clock, random: () => 0.5, isVisible: () => isVisible })
    revalidate.mockReset()
    revalidate.mockResolvedValue()
    watch(forum, revalidate)
    live.start()
    raw.accept()
    socket.join({ kind: 'thread', id: THREAD_ID })
    await loadThreadPage(forum, THREAD_ID, 1)
    await vi.advanceTimersByTimeAsync(3_000)
    call.mockClear()
    revalidate.mockClear()
  })
  afterEach(() => {
    live.stop()
    vi.useRealTimers()
  })

  it('applies an event to the store', async () => {
    deliver(server.reply(2, '新'))
    await vi.advanceTimersByTimeAsync(0)
    expect(forum.read(threadCopySlice).threads[THREAD_ID]?.replyCount).toBe(1)
    expect(reads()).toBe(0)
  })

  it('applies a repeated event once, and a burst of events in one update', async () => {
    const changes = vi.fn()
    forum.subscribe(changes)
    for (let count = 0; count < 20; count += 1) {
      const message = server.reply(2, `${count}`)
      deliver(message)
      deliver(message)
    }
    await vi.advanceTimersByTimeAsync(250)
    expect(forum.read(threadCopySlice).threads[THREAD_ID]?.replyCount).toBe(20)
    expect(changes.mock.calls.length).toBeLessThanOrEqual(2)
  })

  it('applies both a log event and a list event that share an id', async () => {
    const reply = server.reply(2, '新')
    const { id, at, seq } = reply
    raw.deliver('thread:bumped', { id, at, threadId: THREAD_ID, boardId: 3, seq, changes: {} })
    deliver(reply)
    await vi.advanceTimersByTimeAsync(0)
    expect(log().seq).toBe(server.seq)
  })

  it('fetches changes once, after a short delay, when an event is missing', async () => {
    server.reply(2, '丢了')
    deliver(server.reply(2, '到了'))
    deliver(server.reply(2, '也到了'))
    await vi.advanceTimersByTimeAsync(0)
    expect(reads()).toBe(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reads()).toBe(1)
    expect(log()).toMatchObject({ seq: server.seq, isBehind: false })
  })

  it.each([
    ['resync', () => raw.deliver('resync', { id: 'r', at: '' })],
    [
      'a new connection',
      () => {
        raw.lose()
        raw.accept()
      },
    ],
    [
      'the tab is seen again',
      () => {
        live.wake()
      },
    ],
  ])('revalidates after %s', async (_, happen) => {
    server.reply(2, '没听到')
    happen()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reads()).toBeGreaterThanOrEqual(1)
    expect(log().seq).toBe(server.seq)
    expect(revalidate).toHaveBeenCalledTimes(1)
  })

  it('revalidates after a quiet minute in a visible tab, and not in a hidden one', async () => {
    // The minute begins with the first check of a visible tab.
    await vi.advanceTimersByTimeAsync(10_000)
    server.reply(2, '没听到')
    isVisible = false
    await vi.advanceTimersByTimeAsync(90_000)
    expect(reads()).toBe(0)
    isVisible = true
    await vi.advanceTimersByTimeAsync(15_000)
    expect(reads()).toBe(1)
    expect(log().seq).toBe(server.seq)
  })

  it('revalidates at once when the machine wakes from sleep', async () => {
    server.reply(2, '睡着时来的')
    vi.setSystemTime(Date.now() + 45_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reads()).toBe(1)
  })

  it('takes a hidden tab, whose timers run once a minute, for asleep only after minutes', async () => {
    server.reply(2, '没听到')
    isVisible = false
    for (let minute = 0; minute < 5; minute += 1) {
      vi.setSystemTime(Date.now() + 50_000)
      await vi.advanceTimersByTimeAsync(10_000)
    }
    expect(reads()).toBe(0)
    vi.setSystemTime(Date.now() + 3 * 60_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reads()).toBe(1)
  })

  it('catches up after a night with one request a room and one look at the lists', async () => {
    raw.lose()
    for (let reply = 0; reply < 100; reply += 1) server.reply(2, `夜里 ${reply}`)
    vi.setSystemTime(Date.now() + 8 * 60 * 60_000)
    // The page notices before the network is back.
    const away = () => Promise.reject(new ApiError(0, 'NETWORK', '断网'))
    call.mockImplementation(away)
    revalidate.mockImplementation(away)
    await vi.advanceTimersByTimeAsync(12_000)
    call.mockReset()
    call.mockImplementation(async () => server.changesSince(log().seq!))
    revalidate.mockReset()
    revalidate.mockResolvedValue()
    live.wake()
    await vi.advanceTimersByTimeAsync(300)
    live.wake()
    raw.accept()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(log()).toMatchObject({ seq: server.seq, isBehind: false })
    expect(reads()).toBe(1)
    expect(revalidate).toHaveBeenCalledTimes(1)
  })

  it('reads a second after waking up where there is no connection', async () => {
    raw.lose()
    server.reply(2, '连不上')
    live.wake()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reads()).toBe(1)
    expect(log().seq).toBe(server.seq)
  })

  it('revalidates every 30 seconds once the connection has been lost for a minute', async () => {
    raw.lose()
    await vi.advanceTimersByTimeAsync(60_000)
    const before = reads()
    revalidate.mockClear()
    server.reply(2, '断线时来的')
    await vi.advanceTimersByTimeAsync(90_000)
    expect(reads() - before).toBeGreaterThanOrEqual(2)
    expect(revalidate.mock.calls.length).toBeGreaterThanOrEqual(2)
    expect(revalidate.mock.calls.length).toBeLessThanOrEqual(3)
    expect(log().seq).toBe(server.seq)
  })

  it('retries lists until they revalidate, and drops lists that are no longer on screen', async () => {
    const left = vi.fn<() => Promise<void>>().mockResolvedValue()
    watch(forum, left)()
    revalidate.mockRejectedValueOnce(new ApiError(0, 'NETWORK', '断网'))
    raw.deliver('resync', { id: 'r', at: '' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(revalidate).toHaveBeenCalledTimes(2)
    expect(left).not.toHaveBeenCalled()
  })

  it('retries with growing pauses while the server is unreachable', async () => {
    call.mockImplementation(async () => {
      throw new ApiError(0, 'NETWORK', '断网')
    })
    server.reply(2, '丢了')
    deliver(server.reply(2, '到了'))
    await vi.advanceTimersByTimeAsync(8_000)
    const early = reads()
    expect(early).toBeGreaterThanOrEqual(2)
    expect(early).toBeLessThanOrEqual(6)
    expect(log().isBehind).toBe(true)
    call.mockImplementation(async () => server.changesSince(log().seq!))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(log()).toMatchObject({ seq: server.seq, isBehind: false })
  })

  it('shows a thread as deleted once it may no longer be read', async () => {
    call.mockImplementation(async () => {
      throw new ApiError(404, 'NOT_FOUND', '没有了')
    })
    live.wake()
    await vi.advanceTimersByTimeAsync(100)
    expect(forum.read(threadCopySlice).threads[THREAD_ID]?.isDeleted).toBe(true)
    expect(log().isBehind).toBe(false)
  })

  describe('session events', () => {
    const user = { ...person(9), moderatedBoardIds: [], blocked: [] } as unknown as CurrentUser
    beforeEach(async () => {
      storeToken('mine')
      signIn(forum, user)
      live.followSession()
      await vi.advanceTimersByTimeAsync(0)
      raw.accept()
      await vi.advanceTimersByTimeAsync(3_000)
    })

    it.each(['banned', 'logout', 'password', 'expired'] as const)(
      'signs out with the reason: %s',
      async (reason) => {
        raw.deliver('session:revoked', { id: reason, at: '', reason })
        raw.lose()
        await vi.advanceTimersByTimeAsync(0)
        expect(forum.read(sessionSlice)).toMatchObject({
          status: 'anonymous',
          user: null,
          endedBecause: reason,
          endedUserId: user.id,
        })
        expect(readToken()).toBeNull()
        await vi.advanceTimersByTimeAsync(2_000)
        expect(raw.tries.at(-1)).toBeUndefined()
      },
    )

    it('reloads the account and reconnects after a change of role', async () => {
      call.mockImplementation(async (name: string) =>
        name === 'me' ? { user: { ...user, role: 'moderator' } } : server.changesSince(0),
      )
      raw.deliver('session:revoked', { id: 'role', at: '', reason: 'role' })
      raw.lose()
      await vi.advanceTimersByTimeAsync(2_000)
      expect(forum.read(sessionSlice).user?.role).toBe('moderator')
      expect(raw.tries.at(-1)).toBe('mine')
    })

    it('retries loading the account until the server responds', async () => {
      signIn(forum, null)
      const asks = () => call.mock.calls.filter(([name]) => name === 'me').length
      call.mockImplementation(async (name: string) => {
        if (name === 'me') throw new ApiError(0, 'TIMEOUT', '网络异常')
        return server.changesSince(0)
      })
      await vi.advanceTimersByTimeAsync(20_000)
      expect(asks()).toBe(2)
      expect(readToken()).toBe('mine')
      call.mockImplementation(async (name: string) => (name === 'me' ? { user } : server.changesSince(0)))
      await vi.advanceTimersByTimeAsync(30_000)
      expect(forum.read(sessionSlice)).toMatchObject({ status: 'member', user: { id: 9 } })
      expect(asks()).toBe(3)
    })

    it('ignores a revocation of the previous account after a new sign-in', async () => {
      storeToken('other')
      raw.deliver('session:revoked', { id: 'late', at: '', reason: 'logout' })
      await vi.advanceTimersByTimeAsync(0)
      expect(forum.read(sessionSlice).user?.id).toBe(9)
      expect(readToken()).toBe('other')
    })

    it('drops what was queued for the previous account when another signs in during a burst', async () => {
      for (let count = 0; count < 6; count += 1) deliver(server.reply(2, `${count}`))
      await vi.advanceTimersByTimeAsync(0)
      raw.deliver('unread:changed', { id: 'count', at: '', messages: 7, notifications: 0, version: 9 })
      deliver(server.reply(2, '丢了'))
      raw.deliver('session:revoked', { id: 'logout', at: '', reason: 'logout' })
      storeToken('other')
      signIn(forum, { ...user, id: 10 })
      live.followSession()
      await vi.advanceTimersByTimeAsync(0)
      raw.accept()
      const disconnect = vi.spyOn(raw, 'disconnect')
      await vi.advanceTimersByTimeAsync(2_000)
      expect(forum.read(sessionSlice).user?.id).toBe(10)
      expect(forum.read(unreadSlice).messages.count).toBe(0)
      expect(readToken()).toBe('other')
      expect(disconnect).not.toHaveBeenCalled()
      // The dropped reply is read again.
      expect(log().seq).toBe(server.seq)
    })

    it('keeps a connection whose account is not yet known', async () => {
      const connect = vi.spyOn(raw, 'connect').mockImplementation(() => undefined)
      const disconnect = vi.spyOn(raw, 'disconnect')
      raw.lose()
      await vi.advanceTimersByTimeAsync(2_000)
      storeToken('other')
      live.followSession()
      await vi.advanceTimersByTimeAsync(2_000)
      expect(connect).toHaveBeenCalledTimes(1)
      expect(disconnect).not.toHaveBeenCalled()
    })

    it('checks the account once when the connection refuses the token', async () => {
      call.mockImplementation(async () => {
        throw new ApiError(401, 'UNAUTHENTICATED', '失效')
      })
      raw.lose()
      raw.refuse('UNAUTHENTICATED')
      await vi.advanceTimersByTimeAsync(0)
      expect(forum.read(sessionSlice)).toMatchObject({ user: null, endedBecause: 'expired' })
      expect(readToken()).toBeNull()
    })
  })
})
