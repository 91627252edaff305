import { type Ack } from '@forum/shared/events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSocket } from '../testing/fake-socket'
import { removeToken, storeToken } from './session'
import { SocketOnDemand } from './socket'

describe('the live connection', () => {
  let raw: FakeSocket
  const listeners = {
    message: vi.fn(),
    status: vi.fn(),
    rejoined: vi.fn(),
    refused: vi.fn(),
    roomsRefused: vi.fn(),
  }
  const sentNames = () => raw.sent.map(({ event }) => event)

  beforeEach(() => {
    vi.useFakeTimers()
    vi.clearAllMocks()
    removeToken()
    raw = new FakeSocket()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('connects with the token of the current session', () => {
    const live = raw.asLive()
    storeToken('first')
    live.open(listeners)
    raw.accept()
    storeToken('second')
    live.reconnect()
    vi.advanceTimersByTime(0)
    expect(raw.tries).toEqual(['first', 'second'])
    expect(live.token).toBe('second')
  })

  it('joins a room once for all its holders, and leaves it with the last of them', () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.accept()
    const first = live.join({ kind: 'thread', id: 5 })
    const second = live.join({ kind: 'thread', id: 5 })
    first.leave()
    first.leave()
    expect(sentNames()).toEqual(['thread:join'])
    second.leave()
    expect(raw.sent).toEqual([
      { event: 'thread:join', payload: { threadId: 5 } },
      { event: 'thread:leave', payload: { threadId: 5 } },
    ])
  })

  it('joins its rooms again on every connection, and reports ready only afterwards', async () => {
    const live = raw.asLive()
    live.open(listeners)
    live.join({ kind: 'thread', id: 5 })
    live.join({ kind: 'home' })
    raw.accept()
    await vi.runAllTimersAsync()
    raw.lose()
    raw.accept()
    expect(listeners.rejoined).not.toHaveBeenCalled()
    await vi.runAllTimersAsync()
    expect(sentNames()).toEqual(['thread:join', 'home:join', 'thread:join', 'home:join'])
    expect(listeners.rejoined).toHaveBeenCalledTimes(1)
  })

  it('does not delay reads while the connection is lost', async () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.accept()
    raw.lose()
    await expect(live.join({ kind: 'thread', id: 5 }).joined).resolves.toBeUndefined()
  })

  it('delays every read of a room until the room is joined', async () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.accept()
    let letIn = () => {}
    raw.acknowledge = () =>
      new Promise((resolve) => {
        letIn = () => {
          resolve({ ok: true })
        }
      })
    const readers: string[] = []
    for (const name of ['first', 'second'])
      void live.join({ kind: 'home' }).joined.then(() => readers.push(name))
    await vi.advanceTimersByTimeAsync(0)
    expect(readers).toEqual([])
    letIn()
    await vi.advanceTimersByTimeAsync(0)
    expect(readers).toEqual(['first', 'second'])
  })

  it('reports a refused room, and does not retry a permanent refusal', async () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.accept()
    raw.acknowledge = () => Promise.resolve({ ok: false, code: 'FORBIDDEN' })
    const { joined, leave } = live.join({ kind: 'thread', id: 5 })
    await expect(joined).resolves.toBeUndefined()
    expect(listeners.roomsRefused).toHaveBeenLastCalledWith(['thread:5'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sentNames()).toEqual(['thread:join'])
    leave()
    expect(listeners.roomsRefused).toHaveBeenLastCalledWith([])
  })

  it('retries a join that was limited, and then reports missed events', async () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.accept()
    await vi.advanceTimersByTimeAsync(0)
    listeners.rejoined.mockClear()
    raw.acknowledge = () => Promise.resolve({ ok: false, code: 'TOO_MANY_REQUESTS' })
    live.join({ kind: 'home' })
    await vi.advanceTimersByTimeAsync(0)
    expect(listeners.roomsRefused).toHaveBeenLastCalledWith(['home'])
    raw.acknowledge = () => Promise.resolve({ ok: true })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sentNames()).toEqual(['home:join', 'home:join'])
    expect(listeners.roomsRefused).toHaveBeenLastCalledWith([])
    expect(listeners.rejoined).toHaveBeenCalledTimes(1)
  })

  describe('the first reads', () => {
    let order: string[]
    const start = () => {
      const live = raw.asLive()
      order = []
      live.open({ ...listeners, rejoined: () => order.push('rejoined') })
      void live.opened.then(() => order.push('read'))
      return live
    }

    it('begin once the first connection has joined its rooms, which has then missed no events', async () => {
      const live = start()
      let acknowledge: (ack: Ack) => void = () => undefined
      raw.acknowledge = () => new Promise((resolve) => (acknowledge = resolve))
      void live.join({ kind: 'home' }).joined.then(() => order.push('read of the room'))
      raw.accept()
      await vi.advanceTimersByTimeAsync(100)
      expect(order).toEqual([])
      acknowledge({ ok: true })
      await vi.advanceTimersByTimeAsync(1_000)
      expect(order).toEqual(['read', 'read of the room'])
    })

    it('begin without a connection when it fails', async () => {
      start()
      raw.refuse()
      await vi.advanceTimersByTimeAsync(0)
      expect(order).toEqual(['read'])
    })

    it('wait at most 200 ms for a connection, which may then have missed events', async () => {
      start()
      await vi.advanceTimersByTimeAsync(199)
      expect(order).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(order).toEqual(['read'])
      raw.accept()
      await vi.advanceTimersByTimeAsync(0)
      expect(order).toEqual(['read', 'rejoined'])
    })
  })

  it('retries a join that failed unexpectedly', async () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.accept()
    raw.acknowledge = () => Promise.resolve({ ok: false, code: 'INTERNAL' })
    live.join({ kind: 'home' })
    await vi.advanceTimersByTimeAsync(0)
    raw.acknowledge = () => Promise.resolve({ ok: true })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sentNames()).toEqual(['home:join', 'home:join'])
  })

  it('joins a refused room again on the next connection', async () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.accept()
    raw.acknowledge = () => Promise.resolve({ ok: false, code: 'FORBIDDEN' })
    live.join({ kind: 'thread', id: 5 })
    await vi.advanceTimersByTimeAsync(0)
    raw.acknowledge = () => Promise.resolve({ ok: true })
    raw.lose()
    raw.accept()
    await vi.advanceTimersByTimeAsync(0)
    expect(listeners.roomsRefused).toHaveBeenLastCalledWith([])
  })

  describe('the choice of transports', () => {
    const [WEBSOCKET, UPGRADED, POLLING] = ['websocket, polling', 'polling, websocket', 'polling']
    const soon = () => vi.advanceTimersByTimeAsync(1_000)
    const HELD_MS = 10_000

    it('tries long-polling within a second after a WebSocket that failed', async () => {
      raw.asLive().open(listeners)
      raw.refuse()
      await soon()
      expect(raw.transports).toEqual([WEBSOCKET, UPGRADED])
    })

    it('tries a WebSocket again when long-polling fails too', async () => {
      raw.asLive().open(listeners)
      for (let i = 0; i < 3; i++) {
        raw.refuse()
        await vi.runAllTimersAsync()
      }
      expect(raw.transports).toEqual([WEBSOCKET, UPGRADED, WEBSOCKET, UPGRADED])
    })

    it('gives WebSockets up after connections that were lost at once', async () => {
      raw.asLive().open(listeners)
      for (let i = 0; i < 3; i++) {
        raw.accept()
        await vi.advanceTimersByTimeAsync(HELD_MS - 1_000)
        raw.lose()
        await soon()
      }
      expect(raw.transports).toEqual([WEBSOCKET, UPGRADED, POLLING, POLLING])
    })

    it('starts over with a WebSocket after a connection that held', async () => {
      raw.asLive().open(listeners)
      raw.refuse()
      await soon()
      raw.accept()
      await vi.advanceTimersByTimeAsync(HELD_MS)
      raw.lose()
      await soon()
      expect(raw.transports).toEqual([WEBSOCKET, UPGRADED, WEBSOCKET])
    })

    it('keeps its transport when the server refuses or ends the connection, or the page ends it', async () => {
      const live = raw.asLive()
      live.open(listeners)
      raw.refuse('UNAVAILABLE')
      await soon()
      raw.accept()
      raw.lose('io server disconnect')
      await soon()
      raw.accept()
      live.reconnect()
      await soon()
      expect(new Set(raw.transports)).toEqual(new Set([WEBSOCKET]))
    })
  })

  it('delays reads at most 2 seconds for a join without acknowledgement, and retries the join', async () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.accept()
    raw.acknowledge = () =>
      new Promise((_, reject) => {
        setTimeout(() => {
          reject(new Error('operation has timed out'))
        }, 2_000)
      })
    const { joined } = live.join({ kind: 'home' })
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(joined).resolves.toBeUndefined()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sentNames().length).toBeGreaterThan(1)
  })

  it('reconnects after 1, 2, 4 … at most 30 seconds', () => {
    const live = raw.asLive()
    live.open(listeners)
    const pauses: number[] = []
    for (let round = 0; round < 7; round += 1) {
      const before = raw.tries.length
      raw.refuse()
      let waited = 0
      while (raw.tries.length === before) {
        vi.advanceTimersByTime(500)
        waited += 500
      }
      pauses.push(waited)
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })

  it('waits at least half of each pause and a random part of the rest', () => {
    const live = raw.asLive(() => 0)
    live.open(listeners)
    raw.refuse()
    vi.advanceTimersByTime(499)
    expect(raw.tries).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(raw.tries).toHaveLength(2)
  })

  it('reconnects at once when it is woken', () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.refuse()
    live.wake()
    vi.advanceTimersByTime(0)
    expect(raw.tries).toHaveLength(2)
  })

  it('replaces a connection that carries nothing within 5 seconds of being woken', async () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.accept()
    live.join({ kind: 'thread', id: 5 })
    await vi.advanceTimersByTimeAsync(0)
    raw.acknowledge = (event) =>
      event === 'thread:join'
        ? new Promise((_, reject) => setTimeout(() => reject(new Error('no acknowledgement')), 2_000))
        : Promise.resolve({ ok: true })
    live.wake()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(raw.tries).toHaveLength(2)
  })

  it('keeps a connection that still carries something when it is woken', async () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.accept()
    live.join({ kind: 'thread', id: 5 })
    live.wake()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(raw.tries).toHaveLength(1)
    expect(raw.connected).toBe(true)
  })

  it('keeps the connection that follows one which did not acknowledge', async () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.accept()
    live.join({ kind: 'thread', id: 5 })
    await vi.advanceTimersByTimeAsync(0)
    let answer: (ack: Ack) => void = () => undefined
    let refuse: (reason: Error) => void = () => undefined
    raw.acknowledge = () =>
      new Promise((resolve, reject) => {
        answer = resolve
        refuse = reject
      })
    live.wake()
    const late = refuse
    raw.lose()
    await vi.advanceTimersByTimeAsync(1_000)
    raw.accept()
    answer({ ok: true })
    late(new Error('no acknowledgement'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(raw.tries).toHaveLength(2)
    expect(raw.connected).toBe(true)
  })

  it('reports a token that the server does not accept', () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.refuse('UNAUTHENTICATED')
    expect(listeners.refused).toHaveBeenCalledTimes(1)
    raw.refuse()
    expect(listeners.refused).toHaveBeenCalledTimes(1)
  })

  it('does not reconnect after it is closed', () => {
    const live = raw.asLive()
    live.open(listeners)
    raw.accept()
    live.close()
    vi.advanceTimersByTime(60_000)
    live.wake()
    live.reconnect()
    vi.advanceTimersByTime(60_000)
    expect(raw.tries).toHaveLength(1)
  })
})

describe('a socket whose client is loaded on demand', () => {
  it('reports a client that does not load as a failed attempt, and connects with the next', async () => {
    const raw = new FakeSocket()
    const load = vi.fn(async () => raw)
    load.mockRejectedValueOnce(new Error('no network'))
    const events: string[] = []
    const socket = new SocketOnDemand(load)
    for (const event of ['connect', 'connect_error']) socket.on(event, () => events.push(event))
    socket.connect(['websocket'])
    await expect.poll(() => events).toEqual(['connect_error'])
    socket.connect(['websocket'])
    socket.connect(['websocket'])
    await expect.poll(() => raw.tries).toHaveLength(1)
    raw.accept()
    expect(events).toEqual(['connect_error', 'connect'])
    expect(socket.connected).toBe(true)
    expect(load).toHaveBeenCalledTimes(2)
  })
})
