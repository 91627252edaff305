import { systemClock, type Clock } from '@forum/shared/clock'
import { type SocketEvent } from '@forum/shared/events'
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

/** What is asked for: the changes of a thread, or all that lists show. */
type Subject = number | 'lists'
/** That it is to be asked for: soon, now, or now and then once more. */
type Asking = { timer: ReturnType<typeof setTimeout> } | 'under way' | 'to repeat'

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
  private queue: SocketEvent[] = []
  private flushTimer: ReturnType<typeof setTimeout> | undefined
  private arrivals: number[] = []
  private readonly seenIds = new Set<string>()
  private readonly lastHeard = new Map<Subject, number>()
  private readonly asking = new Map<Subject, Asking>()
  private unsubscribe: () => void = () => undefined
  private readonly failures = new Map<Subject, number>()
  private tickTimer: ReturnType<typeof setInterval> | undefined
  private lastTick: number

  constructor(private readonly deps: LiveDeps) {
    this.lastTick = this.now()
  }

  start(): void {
    const { socket, store } = this.deps
    socket.open({
      message: (message) => {
        this.take(message)
      },
      status: (status) => {
        store.getState().setConnection(status)
        if (status === 'connected') this.askWhoIsUnknown()
      },
      rejoined: () => {
        this.askAll(RESYNC_JITTER_MS)
      },
      refused: () => {
        void store.getState().start()
      },
    })
    this.unsubscribe = store.subscribe(({ logs }, before) => {
      if (logs !== before.logs) this.askWhatIsBehind()
    })
    this.tickTimer = setInterval(() => {
      this.tick()
    }, TICK_MS)
  }

  stop(): void {
    this.deps.socket.close()
    clearInterval(this.tickTimer)
    clearTimeout(this.flushTimer)
    this.unsubscribe()
    for (const asked of this.asking.values()) if (typeof asked === 'object') clearTimeout(asked.timer)
    this.asking.clear()
  }

  /** The person looks again, the network is back or the machine woke up. */
  wake(): void {
    this.deps.socket.wake()
    this.askAll(0)
  }

  /** If somebody else is signed in than when the connection was made, it is made anew as them. */
  followSession(): void {
    const { token } = this.deps.socket
    if (token !== undefined && token !== readToken()) this.deps.socket.reconnect()
  }

  private now(): number {
    return this.deps.clock.now().getTime()
  }

  private take(message: SocketEvent): void {
    // A step of a thread's log and the hint that lists get of it are one event with two names.
    const id = `${message.name} ${message.id}`
    if (this.seenIds.has(id)) return
    this.seenIds.add(id)
    if (this.seenIds.size > REMEMBERED_IDS) {
      const [oldest] = this.seenIds
      if (oldest !== undefined) this.seenIds.delete(oldest)
    }
    if (message.name === 'session:revoked' && !this.isAboutThisSession()) return
    const now = this.now()
    if ('threadId' in message && 'seq' in message) this.lastHeard.set(message.threadId, now)
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
  }

  /** An own sign-out, or a sign-in since, is not news. */
  private isAboutThisSession(): boolean {
    const { token } = this.deps.socket
    return typeof token === 'string' && token === readToken()
  }

  private sessionEnded(reason: Extract<SocketEvent, { name: 'session:revoked' }>['reason']): void {
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
    for (const subject of [...this.deps.socket.threads, 'lists' as const]) this.ask(subject, jitter)
  }

  /** Asks some time within `jitter` milliseconds; of several askings one is made. */
  private ask(subject: Subject, jitter: number): void {
    this.askAfter(subject, jitter * this.deps.random())
  }

  private askAfter(subject: Subject, delay: number): void {
    const asked = this.asking.get(subject)
    if (asked === 'under way' || asked === 'to repeat') {
      // What is on its way may have left before what is asked for now.
      this.asking.set(subject, 'to repeat')
      return
    }
    if (asked) {
      if (delay > 0) return
      clearTimeout(asked.timer)
    }
    const timer = setTimeout(() => void this.catchUp(subject), delay)
    this.asking.set(subject, { timer })
  }

  private async catchUp(subject: Subject): Promise<void> {
    const { random, socket } = this.deps
    this.asking.set(subject, 'under way')
    this.lastHeard.set(subject, this.now())
    let pause = 0
    let hasFailed: boolean
    try {
      hasFailed = !(await this.isLevel(subject))
    } catch (error) {
      hasFailed = true
      if (error instanceof ApiError) pause = (error.retryAfterSeconds ?? 0) * 1_000
    }
    const isToRepeat = this.asking.get(subject) === 'to repeat'
    this.asking.delete(subject)
    if (subject !== 'lists' && !socket.threads.includes(subject)) return
    if (hasFailed) {
      const failed = this.failures.get(subject) ?? 0
      this.failures.set(subject, failed + 1)
      const longest = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** failed)
      this.askAfter(subject, Math.max(pause, longest * (0.5 + random() / 2)))
      return
    }
    this.failures.delete(subject)
    if (isToRepeat) this.ask(subject, 0)
  }

  /** Catches up; whether nothing is missing afterwards. */
  private async isLevel(subject: Subject): Promise<boolean> {
    const { store } = this.deps
    if (subject === 'lists') {
      await store.getState().lookAgain()
      return true
    }
    await store.getState().catchUp(subject)
    return !store.getState().logs[subject]?.isBehind
  }

  private askWhatIsBehind(): void {
    const { logs } = this.deps.store.getState()
    for (const threadId of this.deps.socket.threads) {
      if (logs[threadId]?.isBehind && !this.asking.has(threadId)) this.ask(threadId, GAP_JITTER_MS)
    }
  }

  /** The check at start-up may not have reached the server. */
  private askWhoIsUnknown(): void {
    const { session, start } = this.deps.store.getState()
    if (readToken() !== null && session.user === null) void start()
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
    this.askWhoIsUnknown()
    const { lostAt } = this.deps.store.getState().connection
    const isLost = lostAt !== null && now - lostAt >= LOST_MS
    // Lists hear of every thread: their quiet says nothing while there is a connection.
    const subjects: Subject[] = [...this.deps.socket.threads, ...(isLost ? ['lists' as const] : [])]
    for (const subject of subjects) {
      const quiet = now - (this.lastHeard.get(subject) ?? now)
      if (!this.lastHeard.has(subject)) this.lastHeard.set(subject, now)
      if (quiet >= (isLost ? POLL_MS : QUIET_MS)) this.ask(subject, GAP_JITTER_MS)
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
  const unsubscribe = useForum.subscribe(({ session }, before) => {
    if (session !== before.session && session.status !== 'checking') live.followSession()
  })
  return () => {
    ends.abort()
    unsubscribe()
    live.stop()
  }
}
