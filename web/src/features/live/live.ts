import { systemClock, type Clock } from '@forum/shared/clock'
import { type BusMessage } from '@forum/shared/events'
import { type StoreApi } from 'zustand'
import { ApiError } from '../../lib/api'
import { flushBeforeLeaving, readToken, removeToken, TOKEN_KEY } from '../../lib/session'
import { socket as pageSocket, type LiveSocket } from '../../lib/socket'
import { useForum, type Forum } from '../../store'

/** More than 5 events in a second are a burst: they are applied together, every 250 ms (product research C1). */
const BURST_EVENTS = 5
const BURST_WINDOW_MS = 1_000
const BATCH_MS = 250
/** How many event ids are remembered to know a repeat by. */
const REMEMBERED_IDS = 500

/** A gap may close by itself in a moment; and not everybody is to ask in the same one. */
const GAP_JITTER_MS = 400
/** After `resync` or a reconnect the whole forum asks: it is spread over this long. */
const RESYNC_JITTER_MS = 2_000
const RETRY_FIRST_MS = 1_000
const RETRY_LAST_MS = 30_000

const TICK_MS = 10_000
/** A clock that jumped this far between two ticks: the machine slept. */
const SLEPT_MS = 30_000
const QUIET_MS = 60_000
/** After a minute without a connection the page looks by itself this often. */
const LOST_MS = 60_000
const POLL_MS = 30_000

export interface LiveDeps {
  socket: LiveSocket
  store: StoreApi<Forum>
  clock: Clock
  random: () => number
  isVisible: () => boolean
}

/**
 * Carries news from the socket into the store, and asks for what was missed: on a gap, after `resync` and a
 * reconnect, when the tab is seen again, after a minute of quiet and after sleep (product research C4).
 */
export class Live {
  private queue: BusMessage[] = []
  private flushTimer: ReturnType<typeof setTimeout> | undefined
  private arrivals: number[] = []
  private readonly seenIds = new Set<string>()
  private readonly lastHeard = new Map<number, number>()
  private readonly asking = new Map<number, ReturnType<typeof setTimeout>>()
  private readonly failures = new Map<number, number>()
  private tickTimer: ReturnType<typeof setInterval> | undefined
  private lastTick: number
  private tokenInUse: string | null = null

  constructor(private readonly deps: LiveDeps) {
    this.lastTick = this.now()
  }

  start(): void {
    const { socket, store } = this.deps
    this.tokenInUse = readToken()
    socket.open({
      message: (message) => {
        this.take(message)
      },
      status: (status) => {
        if (status === 'connecting') this.tokenInUse = readToken()
        store.getState().setConnection(status)
        if (status === 'connected' && this.tokenInUse !== null && store.getState().session.user === null) {
          void store.getState().start()
        }
      },
      rejoined: () => {
        this.askAll(RESYNC_JITTER_MS)
      },
      refused: () => {
        void store.getState().start()
      },
    })
    this.tickTimer = setInterval(() => {
      this.tick()
    }, TICK_MS)
  }

  stop(): void {
    this.deps.socket.close()
    clearInterval(this.tickTimer)
    clearTimeout(this.flushTimer)
    for (const timer of this.asking.values()) clearTimeout(timer)
    this.asking.clear()
  }

  /** The person looks again, the network is back or the machine woke up. */
  wake(): void {
    this.deps.socket.wake()
    this.askAll(0)
  }

  /** Somebody else is signed in: the rooms are to be heard as them. */
  becomeSomebodyElse(): void {
    this.deps.socket.reconnect()
  }

  private now(): number {
    return this.deps.clock.now().getTime()
  }

  private take(message: BusMessage): void {
    if (this.seenIds.has(message.id)) return
    this.seenIds.add(message.id)
    if (this.seenIds.size > REMEMBERED_IDS) {
      const [oldest] = this.seenIds
      if (oldest !== undefined) this.seenIds.delete(oldest)
    }
    if (message.name === 'session:revoked' && !this.isAboutThisSession()) return
    const now = this.now()
    if ('threadId' in message) this.lastHeard.set(message.threadId, now)
    this.queue.push(message)
    this.arrivals = [...this.arrivals.filter((at) => now - at < BURST_WINDOW_MS), now]
    const wait = this.arrivals.length > BURST_EVENTS ? BATCH_MS : 0
    this.flushTimer ??= setTimeout(() => {
      this.flush()
    }, wait)
  }

  private flush(): void {
    this.flushTimer = undefined
    const messages = this.queue
    this.queue = []
    this.deps.store.getState().receive(messages)
    for (const { name } of messages) if (name === 'resync') this.askAll(RESYNC_JITTER_MS)
    for (const message of messages) if (message.name === 'session:revoked') this.sessionEnded(message.reason)
    const { logs } = this.deps.store.getState()
    for (const threadId of this.deps.socket.threads) {
      if (logs[threadId]?.isBehind) this.ask(threadId, GAP_JITTER_MS)
    }
  }

  /** An own sign-out, or a sign-in since, is not news. */
  private isAboutThisSession(): boolean {
    return this.tokenInUse !== null && this.tokenInUse === readToken()
  }

  private sessionEnded(reason: Extract<BusMessage, { name: 'session:revoked' }>['reason']): void {
    const state = this.deps.store.getState()
    if (reason === 'role') {
      void state.start()
    } else {
      flushBeforeLeaving()
      removeToken()
    }
    this.deps.socket.reconnect()
  }

  private askAll(jitter: number): void {
    for (const threadId of this.deps.socket.threads) this.ask(threadId, jitter)
  }

  /** Asks what changed in a thread, once, some time within `jitter` milliseconds. */
  private ask(threadId: number, jitter: number): void {
    if (this.asking.has(threadId)) {
      if (jitter > 0) return
      clearTimeout(this.asking.get(threadId))
    }
    const timer = setTimeout(() => void this.catchUp(threadId), jitter * this.deps.random())
    this.asking.set(threadId, timer)
  }

  private async catchUp(threadId: number): Promise<void> {
    const { store } = this.deps
    this.asking.delete(threadId)
    this.lastHeard.set(threadId, this.now())
    try {
      await store.getState().catchUp(threadId)
      this.failures.delete(threadId)
    } catch (error) {
      const failed = this.failures.get(threadId) ?? 0
      this.failures.set(threadId, failed + 1)
      const pause = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
      const longest = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** failed)
      this.askAfter(threadId, Math.max(pause, longest * (0.5 + this.deps.random() / 2)))
      return
    }
    if (store.getState().logs[threadId]?.isBehind) this.ask(threadId, RETRY_FIRST_MS)
  }

  private askAfter(threadId: number, delay: number): void {
    if (this.asking.has(threadId) || !this.deps.socket.threads.includes(threadId)) return
    this.asking.set(
      threadId,
      setTimeout(() => void this.catchUp(threadId), delay),
    )
  }

  private tick(): void {
    const now = this.now()
    const slept = now - this.lastTick > SLEPT_MS + TICK_MS
    this.lastTick = now
    if (slept) {
      this.wake()
      return
    }
    if (!this.deps.isVisible()) return
    const { lostAt } = this.deps.store.getState().connection
    const isLost = lostAt !== null && now - lostAt >= LOST_MS
    for (const threadId of this.deps.socket.threads) {
      const quiet = now - (this.lastHeard.get(threadId) ?? now)
      if (!this.lastHeard.has(threadId)) this.lastHeard.set(threadId, now)
      if (quiet >= (isLost ? POLL_MS : QUIET_MS)) this.ask(threadId, GAP_JITTER_MS)
    }
  }
}

/** Starts the page's own live news; call once, after the store. Returns a function that ends it. */
export function startLive(): () => void {
  const live = new Live({
    socket: pageSocket,
    store: useForum,
    clock: systemClock,
    random: Math.random,
    isVisible: () => document.visibilityState === 'visible',
  })
  live.start()

  const ends = new AbortController()
  const { signal } = ends
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') live.wake()
    },
    { signal },
  )
  addEventListener('online', () => live.wake(), { signal })
  // Signed in or out in another window.
  addEventListener(
    'storage',
    ({ key }) => {
      if (key !== TOKEN_KEY && key !== null) return
      if (readToken() === null) useForum.getState().forgetSession()
      else void useForum.getState().start()
    },
    { signal },
  )
  let userId = useForum.getState().session.user?.id
  const unsubscribe = useForum.subscribe(({ session }) => {
    if (session.status === 'checking' || session.user?.id === userId) return
    userId = session.user?.id
    live.becomeSomebodyElse()
  })
  return () => {
    ends.abort()
    unsubscribe()
    live.stop()
  }
}
