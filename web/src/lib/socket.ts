import {
  type Ack,
  type AckCode,
  type ClientEvent,
  type ClientEventName,
  serverEvents,
  type SocketEvent,
  type ServerEventName,
} from '@forum/shared/events'
import type { Socket } from 'socket.io-client'
import { readToken } from './session'

export type Transport = 'websocket' | 'polling'

/**
 * The transports of each attempt to connect: a WebSocket; long-polling, upgraded to a WebSocket once that has proved to
 * work; or long-polling alone.
 */
const ATTEMPTS: readonly (readonly Transport[])[] = [
  ['websocket', 'polling'],
  ['polling', 'websocket'],
  ['polling'],
]
/** A connection lost within this time counts as one that its transport cannot hold. */
const HELD_MS = 10_000

/** The part of a Socket.IO client that is used; tests replace it. */
export interface RawSocket {
  readonly connected: boolean
  /** Connects over the first of these transports that works. */
  connect(transports: readonly Transport[]): unknown
  disconnect(): unknown
  on(event: string, listener: (payload?: unknown) => void): unknown
  emit(event: string, payload: unknown): unknown
  timeout(ms: number): { emitWithAck(event: string, payload: unknown): Promise<Ack> }
}

/** A room whose events a page receives (docs/live.md). */
export type Room = { kind: 'thread' | 'board'; id: number } | { kind: 'home' | 'moderation' }

/** Waits between connection attempts double from the first to the last, with jitter. */
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000
/** Maximum time that the first loads wait for the first connection, from its start: too short to be noticed. */
const FIRST_CONNECTION_MS = 200
/** Maximum time that loads wait for a join to be acknowledged. */
const JOIN_TIMEOUT_MS = 2_000
/** A join that failed for a temporary reason is retried after this long, with jitter. */
const JOIN_RETRY_MS = 5_000

export type SocketStatus = 'connecting' | 'connected' | 'disconnected'

export interface SocketListeners {
  message(event: SocketEvent): void
  status(status: SocketStatus): void
  /**
   * Called when rooms were joined after a new connection or a retry, so that earlier events may have been missed; not
   * after a first connection for which the first loads have waited.
   */
  rejoined(): void
  /** Called when the server has refused to let the connection into these rooms. */
  roomsRefused(keys: string[]): void
  /** Called when the server does not accept the token. */
  refused(): void
}

export interface SocketOptions {
  /** Creates the connection, which calls `auth` for every attempt. */
  connect: (auth: () => { token?: string }) => RawSocket
  random: () => number
}

type JoinOutcome = 'joined' | 'unacknowledged' | AckCode
/** Outcomes after which another attempt may succeed. */
const TEMPORARY: readonly JoinOutcome[] = ['unacknowledged', 'TOO_MANY_REQUESTS', 'INTERNAL']

interface HeldRoom {
  room: Room
  holders: number
  /** Settles with the last attempt to join; a holder that joins during the attempt waits for it too. */
  joined: Promise<void>
  refusedFor: AckCode | null
  retryTimer: ReturnType<typeof setTimeout> | undefined
}

/**
 * The page's only connection for events. Rooms are counted by their holders and joined again on every connection. It
 * reconnects automatically with growing waits, and at once when `wake` is called.
 */
export class LiveSocket {
  /** The token with which the connection was made; undefined until it was sent. */
  token: string | null | undefined
  /** Resolves once the first connection has joined its rooms, has failed or takes too long. */
  opened: Promise<void> = Promise.resolve()
  /** Lets the first loads begin; null once they have. */
  private beginReading: (() => void) | null = null
  private raw: RawSocket | null = null
  private listeners: SocketListeners | null = null
  private readonly rooms = new Map<string, HeldRoom>()
  private retries = 0
  private connections = 0
  /** Index of the next attempt in `ATTEMPTS`. */
  private attempt = 0
  private isHeld = false
  private heldTimer: ReturnType<typeof setTimeout> | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private isWanted = false

  constructor(private readonly options: SocketOptions) {}

  open(listeners: SocketListeners): void {
    this.listeners = listeners
    this.isWanted = true
    if (!this.raw) {
      this.raw = this.options.connect(() => {
        this.token = readToken()
        return this.token === null ? {} : { token: this.token }
      })
      this.listen(this.raw)
      this.opened = new Promise((resolve) => {
        const timer = setTimeout(() => this.beginReading?.(), FIRST_CONNECTION_MS)
        this.beginReading = () => {
          clearTimeout(timer)
          this.beginReading = null
          resolve()
        }
      })
    }
    listeners.status('connecting')
    this.connect()
  }

  close(): void {
    this.isWanted = false
    this.beginReading?.()
    clearTimeout(this.timer)
    this.raw?.disconnect()
  }

  /** Reconnects as another account, or with another role. */
  reconnect(): void {
    if (!this.isWanted) return
    this.raw?.disconnect()
    this.retries = 0
    this.retryAfter(0)
  }

  /**
   * Connects without waiting, or tests the connection, when the network is likely to be back or to have changed.
   * Returns whether there is a connection.
   */
  wake(): boolean {
    if (!this.isWanted) return false
    if (this.raw?.connected) {
      void this.probe()
      return true
    }
    this.retries = 0
    this.retryAfter(0)
    return false
  }

  /**
   * Holds a room until `leave`. `joined` resolves once no later event can be missed, or when waiting is pointless:
   * after a refusal, or without a connection once the wait for the first one is over. The load after the next join then
   * catches up.
   */
  join(room: Room): { joined: Promise<void>; leave: () => void } {
    const key = roomKey(room)
    const held = this.rooms.get(key) ?? this.hold(key, room)
    held.holders += 1
    let isHeld = true
    const leave = () => {
      if (!isHeld) return
      isHeld = false
      held.holders -= 1
      if (held.holders > 0) return
      clearTimeout(held.retryTimer)
      this.rooms.delete(key)
      if (held.refusedFor) this.reportRefused()
      else void this.emit(`${room.kind}:leave`, room)
    }
    return { joined: held.joined, leave }
  }

  /** The ids of the threads whose rooms are held. */
  get threads(): number[] {
    return [...this.rooms.values()].flatMap(({ room }) => (room.kind === 'thread' ? [room.id] : []))
  }

  /** Sends a message that may be lost; does nothing without a connection. */
  send<N extends ClientEventName>(name: N, payload: ClientEvent<N>): void {
    if (this.raw?.connected) this.raw.emit(name, payload)
  }

  private listen(raw: RawSocket): void {
    raw.on('connect', () => {
      this.connections += 1
      this.retries = 0
      clearTimeout(this.timer)
      this.heldTimer = setTimeout(() => (this.isHeld = true), HELD_MS)
      this.listeners?.status('connected')
      const rooms = [...this.rooms.values()]
      for (const held of rooms) held.joined = this.enter(held)
      void Promise.all(rooms.map(({ joined }) => joined)).then(() => {
        if (this.beginReading) this.beginReading()
        else this.listeners?.rejoined()
      })
    })
    raw.on('disconnect', (reason) => {
      this.listeners?.status('disconnected')
      this.noteLoss(reason)
      this.retryAfter(this.delay())
    })
    raw.on('connect_error', (error) => {
      this.beginReading?.()
      this.listeners?.status('disconnected')
      const code = (error as { data?: { code?: string } } | undefined)?.data?.code
      if (code === 'UNAUTHENTICATED') this.listeners?.refused()
      // Some proxies accept WebSockets and then close them. A refusal with a code arrived over a transport that works.
      if (code === undefined) this.attempt = this.attempt === 0 ? 1 : 0
      this.retryAfter(this.delay())
    })
    for (const name of Object.keys(serverEvents) as ServerEventName[]) {
      raw.on(name, (payload) => {
        this.listeners?.message({ ...(payload as object), name } as SocketEvent)
      })
    }
  }

  /** Reconnects if a room is not acknowledged: a connection of the previous network stays open but carries nothing. */
  private async probe(): Promise<void> {
    const { connections } = this
    const [held] = this.rooms.values()
    if (!held || (await this.emit(`${held.room.kind}:join`, held.room)) !== 'unacknowledged') return
    if (this.raw?.connected && this.connections === connections) this.reconnect()
  }

  private connect(): void {
    this.token = undefined
    this.raw?.connect(ATTEMPTS[this.attempt] ?? [])
  }

  /** Chooses the transports of the next attempt: others if the transport has lost this connection at once. */
  private noteLoss(reason: unknown): void {
    clearTimeout(this.heldTimer)
    const isOfTransport = reason !== 'io client disconnect' && reason !== 'io server disconnect'
    if (this.isHeld) this.attempt = 0
    else if (isOfTransport) this.attempt = Math.min(this.attempt + 1, ATTEMPTS.length - 1)
    this.isHeld = false
  }

  private retryAfter(delay: number): void {
    clearTimeout(this.timer)
    if (!this.isWanted) return
    this.timer = setTimeout(() => {
      if (this.isWanted && !this.raw?.connected) this.connect()
    }, delay)
  }

  /** Half of the delay is random, so that pages do not all return at once after a restart of the server. */
  private delay(): number {
    const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.retries)
    this.retries += 1
    return longest * (0.5 + this.options.random() / 2)
  }

  private hold(key: string, room: Room): HeldRoom {
    const held: HeldRoom = {
      room,
      holders: 0,
      joined: Promise.resolve(),
      refusedFor: null,
      retryTimer: undefined,
    }
    this.rooms.set(key, held)
    held.joined = this.enter(held)
    return held
  }

  /** Joins a room; a temporary refusal is retried, any other remains until the next connection. */
  private async enter(held: HeldRoom): Promise<void> {
    clearTimeout(held.retryTimer)
    const raw = this.raw
    if (!raw?.connected) return this.opened
    const outcome = await this.emit(`${held.room.kind}:join`, held.room)
    const isCurrent = this.rooms.get(roomKey(held.room)) === held && raw.connected
    if (!isCurrent) return
    const before = held.refusedFor
    held.refusedFor = outcome === 'joined' || outcome === 'unacknowledged' ? null : outcome
    if (before !== held.refusedFor) this.reportRefused()
    if (!TEMPORARY.includes(outcome)) return
    const wait = JOIN_RETRY_MS * (1 + this.options.random())
    held.retryTimer = setTimeout(() => {
      held.joined = this.enter(held).then(() => {
        if (held.refusedFor === null) this.listeners?.rejoined()
      })
    }, wait)
  }

  private reportRefused(): void {
    const refused = [...this.rooms].filter(([, { refusedFor }]) => refusedFor !== null)
    this.listeners?.roomsRefused(refused.map(([key]) => key))
  }

  private async emit(name: ClientEventName, room: Room): Promise<JoinOutcome> {
    const raw = this.raw
    if (!raw?.connected) return 'unacknowledged'
    try {
      const ack = await raw.timeout(JOIN_TIMEOUT_MS).emitWithAck(name, payloadOf(room))
      return ack.ok ? 'joined' : ack.code
    } catch {
      return 'unacknowledged'
    }
  }
}

export function roomKey(room: Room): string {
  return 'id' in room ? `${room.kind}:${room.id}` : room.kind
}

function payloadOf(room: Room): object {
  if (room.kind === 'thread') return { threadId: room.id }
  return room.kind === 'board' ? { boardId: room.id } : {}
}

/**
 * A socket whose client is loaded with the first attempt to connect, so that the page starts without it. A client that
 * does not load is a failed attempt.
 */
export class SocketOnDemand implements RawSocket {
  private socket: RawSocket | null = null
  private isLoading = false
  private isWanted = false
  private transports: readonly Transport[] = []
  private readonly listeners: [event: string, listener: (payload?: unknown) => void][] = []

  constructor(private readonly load: () => Promise<RawSocket>) {}

  get connected(): boolean {
    return this.socket?.connected ?? false
  }

  connect(transports: readonly Transport[]): void {
    this.isWanted = true
    this.transports = transports
    if (this.socket) this.socket.connect(transports)
    else if (!this.isLoading) void this.loadAndConnect()
  }

  disconnect(): void {
    this.isWanted = false
    this.socket?.disconnect()
  }

  on(event: string, listener: (payload?: unknown) => void): void {
    this.listeners.push([event, listener])
  }

  emit(event: string, payload: unknown): void {
    this.socket?.emit(event, payload)
  }

  timeout(ms: number): ReturnType<RawSocket['timeout']> {
    if (!this.socket) throw new Error('not connected')
    return this.socket.timeout(ms)
  }

  private async loadAndConnect(): Promise<void> {
    this.isLoading = true
    try {
      const socket = await this.load()
      for (const [event, listener] of this.listeners) socket.on(event, listener)
      this.socket = socket
      if (this.isWanted) socket.connect(this.transports)
    } catch (error) {
      for (const [event, listener] of this.listeners) if (event === 'connect_error') listener(error)
    } finally {
      this.isLoading = false
    }
  }
}

/** A Socket.IO client whose transports can be chosen again for each attempt. */
class SocketClient implements RawSocket {
  private readonly failureListeners: ((error?: unknown) => void)[] = []

  constructor(private readonly client: Socket) {}

  get connected(): boolean {
    return this.client.connected
  }

  connect(transports: readonly Transport[]): void {
    const { io: manager } = this.client
    manager.opts.transports = [...transports]
    this.client.connect()
    // The client does not report a transport that closes before the handshake; it would wait for its time-out.
    const { engine } = manager
    const fail = () => {
      this.client.disconnect()
      for (const listener of this.failureListeners) listener(new Error('closed before the handshake'))
    }
    engine.once('close', fail)
    for (const event of ['open', 'error'] as const) engine.once(event, () => engine.off('close', fail))
  }

  disconnect(): void {
    this.client.disconnect()
  }

  on(event: string, listener: (payload?: unknown) => void): void {
    this.client.on(event, listener)
    if (event === 'connect_error') this.failureListeners.push(listener)
  }

  emit(event: string, payload: unknown): void {
    this.client.emit(event, payload)
  }

  timeout(ms: number): ReturnType<RawSocket['timeout']> {
    return this.client.timeout(ms)
  }
}

/** The page's connection. */
export const socket = new LiveSocket({
  connect: (auth) =>
    new SocketOnDemand(async () => {
      const { io } = await import('socket.io-client')
      return new SocketClient(
        io({
          path: '/socket.io',
          tryAllTransports: true,
          autoConnect: false,
          reconnection: false,
          auth: (give) => {
            give(auth())
          },
        }),
      )
    }),
  random: Math.random,
})
