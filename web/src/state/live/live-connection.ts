import { systemClock, type Clock } from '@forum/shared/clock'
import { ApiError } from '../../lib/api'
import {
  flushBeforeLeaving,
  onSessionEnd,
  readEndedBecause,
  readToken,
  removeToken,
  TOKEN_KEY,
} from '../../lib/session'
import { roomKey, socket as pageSocket, type LiveSocket } from '../../lib/socket'
import { revalidateShown } from '../../resource'
import { type Forum, forum as pageForum, type ForumEvent, sessionSlice } from '../../store'
import { authSlice, endSession, startSession } from '../session'
import { catchUp, threadCopySlice } from '../thread-copy'
import { setConnection, setRefusedRooms } from './live.actions'
import { liveSlice } from './live.slice'

/** More than 5 events in a second are a burst: they are applied together, every 250 ms. */
const BURST_EVENTS = 5
const BURST_WINDOW_MS = 1_000
const BATCH_MS = 250
/** Maximum number of event ids remembered to drop repeats. */
const REMEMBERED_IDS = 500

/** Wait before a gap is loaded: it may close on its own, and pages should not all load at the same time. */
const GAP_JITTER_MS = 400
/** Time over which the loads of all pages are spread after `resync` or a reconnect. */
const RESYNC_JITTER_MS = 2_000
const RETRY_FIRST_MS = 1_000
const RETRY_LAST_MS = 30_000

/** Maximum time that a load after waking up waits for the connection. */
const WAKE_MS = 1_000

const TICK_MS = 10_000
/** A jump of the clock between two ticks beyond this means that the machine slept. */
const SLEPT_MS = 30_000
/** Browsers run the timers of a hidden tab once a minute. */
const SLEPT_HIDDEN_MS = 150_000
const QUIET_MS = 60_000
/** After a minute without a connection the page polls at this interval. */
const LOST_MS = 60_000
const POLL_MS = 30_000

/** The target of a revalidation: a thread by its id, or every list that is shown. */
type Subject = number | 'lists'
/** The state of a revalidation: scheduled, under way, or under way and to be repeated. */
type Revalidation = { timer: ReturnType<typeof setTimeout> } | 'under way' | 'to repeat'

export interface LiveConnectionDeps {
  socket: LiveSocket
  forum: Forum
  clock: Clock
  random: () => number
  isVisible: () => boolean
}

/**
 * Carries events from the socket into the store, and revalidates visible data after missed events: on a gap, after
 * `resync` and a reconnect, when the tab becomes visible, after a minute of quiet and after sleep (docs/live.md).
 */
export class LiveConnection {
  private queue: ForumEvent[] = []
  private flushTimer: ReturnType<typeof setTimeout> | undefined
  private arrivals: number[] = []
  private readonly seenIds = new Set<string>()
  private readonly lastHeard = new Map<Subject, number>()
  private readonly revalidations = new Map<Subject, Revalidation>()
  private unsubscribe: () => void = () => undefined
  private readonly failures = new Map<Subject, number>()
  private tickTimer: ReturnType<typeof setInterval> | undefined
  private lastTick: number
  private wokenAt = -Infinity

  constructor(private readonly deps: LiveConnectionDeps) {
    this.lastTick = this.now()
  }

  start(): void {
    const { socket, forum } = this.deps
    socket.open({
      message: (message) => {
        this.enqueue(message)
      },
      status: (status) => {
        setConnection(forum, status)
        if (status === 'connected') this.checkUnknownSession()
      },
      rejoined: () => {
        this.revalidateAll(this.now() - this.wokenAt < WAKE_MS ? 0 : RESYNC_JITTER_MS)
      },
      roomsRefused: (keys) => {
        setRefusedRooms(forum, keys)
      },
      refused: () => {
        void startSession(forum)
      },
    })
    this.unsubscribe = forum.subscribe((read, before) => {
      // Calls of the previous session never settle; the new session loads its own data.
      if (read(sessionSlice).number !== before(sessionSlice).number) this.forgetRevalidations()
      if (read(threadCopySlice).logs !== before(threadCopySlice).logs) this.revalidateBehind()
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
    this.forgetRevalidations()
  }

  /**
   * Catches up when the tab becomes visible, the network returns or the machine wakes up. Without a connection it waits
   * a moment for one, because data is loaded after its room is joined.
   */
  wake(): void {
    if (this.deps.socket.wake()) {
      this.revalidateAll(0)
      return
    }
    this.wokenAt = this.now()
    this.forgetScheduled()
    for (const subject of this.subjects()) this.revalidateAfter(subject, WAKE_MS)
  }

  /**
   * Reconnects when the signed-in account differs from that of the connection, and drops the events queued for the
   * previous account: everything is loaded again once the rooms are joined.
   */
  followSession(): void {
    const { token } = this.deps.socket
    if (token === readToken()) return
    this.queue = []
    if (token !== undefined) this.deps.socket.reconnect()
  }

  private forgetScheduled(): void {
    for (const [subject, one] of this.revalidations) {
      if (typeof one !== 'object') continue
      clearTimeout(one.timer)
      this.revalidations.delete(subject)
    }
  }

  private forgetRevalidations(): void {
    this.forgetScheduled()
    this.revalidations.clear()
    this.failures.clear()
  }

  private now(): number {
    return this.deps.clock.now().getTime()
  }

  private enqueue(message: ForumEvent): void {
    // An event of a thread's log shares its id with the matching list event.
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
    this.deps.forum.receive(messages)
    for (const { name } of messages) {
      if (name === 'resync') this.revalidateAll(RESYNC_JITTER_MS)
      if (name === 'boards:changed') this.revalidate('lists', RESYNC_JITTER_MS)
      if (name === 'board:level') this.revalidate('lists', 0)
    }
    for (const message of messages)
      if (message.name === 'session:revoked') this.followRevocation(message.reason)
  }

  /** Returns false after a sign-out here, or a sign-in since. */
  private isAboutThisSession(): boolean {
    const { token } = this.deps.socket
    return typeof token === 'string' && token === readToken()
  }

  private followRevocation(reason: Extract<ForumEvent, { name: 'session:revoked' }>['reason']): void {
    if (reason === 'role') {
      void startSession(this.deps.forum)
    } else {
      flushBeforeLeaving()
      removeToken(reason)
    }
    this.deps.socket.reconnect()
  }

  private revalidateAll(jitter: number): void {
    for (const subject of this.subjects()) this.revalidate(subject, jitter)
  }

  private subjects(): Subject[] {
    return [...this.deps.socket.threads, 'lists']
  }

  /** Revalidates within `jitter` milliseconds; several requests become one. */
  private revalidate(subject: Subject, jitter: number): void {
    this.revalidateAfter(subject, jitter * this.deps.random())
  }

  private revalidateAfter(subject: Subject, delay: number): void {
    const pending = this.revalidations.get(subject)
    if (pending === 'under way' || pending === 'to repeat') {
      // The response in flight may be older than the data needed now.
      this.revalidations.set(subject, 'to repeat')
      return
    }
    if (pending) {
      if (delay > 0) return
      clearTimeout(pending.timer)
    }
    const timer = setTimeout(() => void this.run(subject), delay)
    this.revalidations.set(subject, { timer })
  }

  private async run(subject: Subject): Promise<void> {
    const { random, socket } = this.deps
    this.revalidations.set(subject, 'under way')
    this.lastHeard.set(subject, this.now())
    let pause = 0
    let hasFailed: boolean
    try {
      hasFailed = !(await this.catchUpOnce(subject))
    } catch (error) {
      hasFailed = true
      if (error instanceof ApiError) pause = (error.retryAfterSeconds ?? 0) * 1_000
    }
    const isToRepeat = this.revalidations.get(subject) === 'to repeat'
    this.revalidations.delete(subject)
    if (subject !== 'lists' && !socket.threads.includes(subject)) return
    if (hasFailed) {
      const failed = this.failures.get(subject) ?? 0
      this.failures.set(subject, failed + 1)
      const longest = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** failed)
      this.revalidateAfter(subject, Math.max(pause, longest * (0.5 + random() / 2)))
      return
    }
    this.failures.delete(subject)
    if (isToRepeat) this.revalidate(subject, 0)
  }

  /** Catches up; returns whether nothing is missing afterwards. */
  private async catchUpOnce(subject: Subject): Promise<boolean> {
    const { forum } = this.deps
    if (subject === 'lists') {
      await revalidateShown(forum)
      return true
    }
    await catchUp(forum, subject)
    return !forum.read(threadCopySlice).logs[subject]?.isBehind
  }

  private revalidateBehind(): void {
    const { logs } = this.deps.forum.read(threadCopySlice)
    for (const threadId of this.deps.socket.threads) {
      if (logs[threadId]?.isBehind && !this.revalidations.has(threadId))
        this.revalidate(threadId, GAP_JITTER_MS)
    }
  }

  /** Repeats the check at start-up if it failed to reach the server. */
  private checkUnknownSession(): void {
    const { forum } = this.deps
    if (readToken() === null) return
    if (forum.read(sessionSlice).user === null || forum.read(authSlice).isSessionUnconfirmed)
      void startSession(forum)
  }

  /** Returns whether no events arrive for a thread although there is a connection. */
  private isRefused(threadId: number): boolean {
    const key = roomKey({ kind: 'thread', id: threadId })
    return this.deps.forum.read(liveSlice).connection.refusedRooms.includes(key)
  }

  private tick(): void {
    const now = this.now()
    const slept = now - this.lastTick > (this.deps.isVisible() ? SLEPT_MS : SLEPT_HIDDEN_MS) + TICK_MS
    this.lastTick = now
    if (slept) {
      this.wake()
      return
    }
    if (!this.deps.isVisible()) return
    this.checkUnknownSession()
    const { lostAt, refusedRooms: refused } = this.deps.forum.read(liveSlice).connection
    const isLost = lostAt !== null && now - lostAt >= LOST_MS
    // Lists get events of every thread: while connected, quiet does not suggest a missed event.
    const subjects: Subject[] = [
      ...this.deps.socket.threads,
      ...(isLost || refused.length > 0 ? ['lists' as const] : []),
    ]
    for (const subject of subjects) {
      const quiet = now - (this.lastHeard.get(subject) ?? now)
      if (!this.lastHeard.has(subject)) this.lastHeard.set(subject, now)
      const isRefused = subject === 'lists' ? refused.length > 0 : this.isRefused(subject)
      if (quiet >= (isLost || isRefused ? POLL_MS : QUIET_MS)) this.revalidate(subject, GAP_JITTER_MS)
    }
  }
}

/** Starts the page's live connection; call once, after the store. Returns a function that stops it. */
export function startLiveConnection(): () => void {
  const connection = new LiveConnection({
    socket: pageSocket,
    forum: pageForum,
    clock: systemClock,
    random: Math.random,
    isVisible: () => document.visibilityState === 'visible',
  })
  connection.start()

  const ends = new AbortController()
  const { signal } = ends
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') connection.wake()
    },
    { signal },
  )
  addEventListener('online', () => connection.wake(), { signal })
  // A change from Wi-Fi to a mobile network, in browsers that report it.
  const { connection: network } = navigator as { connection?: EventTarget }
  network?.addEventListener('change', () => connection.wake(), { signal })
  // The member signed in or out in another tab.
  addEventListener(
    'storage',
    ({ key }) => {
      if (key !== TOKEN_KEY && key !== null) return
      if (readToken() !== null) void startSession(pageForum)
      else {
        // If the server ended the session, the text being written here can still be copied.
        flushBeforeLeaving()
        endSession(pageForum, readEndedBecause())
      }
    },
    { signal },
  )
  // A page restored from the browser's memory has missed the changes of other tabs.
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (!persisted) return
      if (readToken() === null) endSession(pageForum)
      connection.wake()
    },
    { signal },
  )
  const unsubscribe = pageForum.subscribe((read, before) => {
    const session = read(sessionSlice)
    if (session !== before(sessionSlice) && session.status !== 'checking') connection.followSession()
  })
  const stopEnding = onSessionEnd(() => {
    endSession(pageForum)
  })
  return () => {
    ends.abort()
    unsubscribe()
    stopEnding()
    connection.stop()
  }
}
