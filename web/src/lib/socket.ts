import {
  type Ack,
  type ClientEvent,
  type ClientEventName,
  serverEvents,
  type SocketEvent,
  type ServerEventName,
} from '@forum/shared/events'
import { io } from 'socket.io-client'
import { readToken } from './session'

/** What of a Socket.IO client is used; a test puts its own in place. */
export interface RawSocket {
  readonly connected: boolean
  connect(): unknown
  disconnect(): unknown
  on(event: string, listener: (payload?: unknown) => void): unknown
  emit(event: string, payload: unknown, acknowledge?: (ack: Ack) => void): unknown
}

/** A place whose news one may ask for (contract §4). */
export type Room = { kind: 'thread'; id: number } | { kind: 'board'; id: number } | { kind: 'home' }

/** Waiting between tries: doubling from the first to the last, and each a little different. */
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000
/** A join that is not acknowledged by then no longer holds up reading. */
const JOIN_TIMEOUT_MS = 2_000

export type SocketStatus = 'connecting' | 'connected' | 'disconnected'

interface Handlers {
  message(message: SocketEvent): void
  status(status: SocketStatus): void
  /** The rooms were joined anew after a connection; news may have been missed before. */
  rejoined(): void
  /** The server does not know the token. */
  refused(): void
}

export interface SocketOptions {
  /** Makes the connection; `auth` is asked at every connect. */
  connect: (auth: () => { token?: string }) => RawSocket
  random: () => number
}

interface Joined {
  room: Room
  holders: number
  /** The last asking to be let in: whoever comes while it is under way waits for it too. */
  joined: Promise<void>
}

/**
 * The one connection for news. Rooms are counted by those who hold them and joined again on every
 * connection; it reconnects by itself, a little later each time, and at once when `wake` is called.
 */
export class LiveSocket {
  /** Whom the connection was made as; undefined until the server has been told. */
  token: string | null | undefined
  private raw: RawSocket | null = null
  private handlers: Handlers | null = null
  private readonly rooms = new Map<string, Joined>()
  private retries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private isWanted = false

  constructor(private readonly options: SocketOptions) {}

  open(handlers: Handlers): void {
    this.handlers = handlers
    this.isWanted = true
    if (!this.raw) {
      this.raw = this.options.connect(() => {
        this.token = readToken()
        return this.token === null ? {} : { token: this.token }
      })
      this.listen(this.raw)
    }
    handlers.status('connecting')
    this.connect()
  }

  close(): void {
    this.isWanted = false
    clearTimeout(this.timer)
    this.raw?.disconnect()
  }

  /** Drops the connection and makes it anew: as somebody else, or with another role. */
  reconnect(): void {
    if (!this.isWanted) return
    this.raw?.disconnect()
    this.retries = 0
    this.retryAfter(0)
  }

  /** There is reason to believe that it works again: no more waiting. */
  wake(): void {
    if (!this.isWanted || this.raw?.connected) return
    this.retries = 0
    this.retryAfter(0)
  }

  /**
   * Hears a room until `leave`. `joined` resolves once nothing that happens from then on is missed, or when
   * there is no connection to wait for; what was missed is asked for after the next one.
   */
  join(room: Room): { joined: Promise<void>; leave: () => void } {
    const key = roomKey(room)
    const held = this.rooms.get(key) ?? { room, holders: 0, joined: this.ask(`${room.kind}:join`, room) }
    held.holders += 1
    this.rooms.set(key, held)
    let isHeld = true
    const leave = () => {
      if (!isHeld) return
      isHeld = false
      held.holders -= 1
      if (held.holders > 0) return
      this.rooms.delete(key)
      void this.ask(`${room.kind}:leave`, room)
    }
    return { joined: held.joined, leave }
  }

  /** The ids of the threads that are listened to. */
  get threads(): number[] {
    return [...this.rooms.values()].flatMap(({ room }) => (room.kind === 'thread' ? [room.id] : []))
  }

  typing(threadId: number): void {
    this.send('thread:typing', { threadId })
  }

  private listen(raw: RawSocket): void {
    raw.on('connect', () => {
      this.retries = 0
      clearTimeout(this.timer)
      this.handlers?.status('connected')
      const rooms = [...this.rooms.values()]
      for (const held of rooms) held.joined = this.ask(`${held.room.kind}:join`, held.room)
      void Promise.all(rooms.map(({ joined }) => joined)).then(() => this.handlers?.rejoined())
    })
    raw.on('disconnect', () => {
      this.handlers?.status('disconnected')
      this.retryAfter(this.delay())
    })
    raw.on('connect_error', (error) => {
      this.handlers?.status('disconnected')
      const code = (error as { data?: { code?: string } } | undefined)?.data?.code
      if (code === 'UNAUTHENTICATED') this.handlers?.refused()
      this.retryAfter(this.delay())
    })
    for (const name of Object.keys(serverEvents) as ServerEventName[]) {
      raw.on(name, (payload) => {
        this.handlers?.message({ ...(payload as object), name } as SocketEvent)
      })
    }
  }

  private connect(): void {
    this.token = undefined
    this.raw?.connect()
  }

  private retryAfter(delay: number): void {
    clearTimeout(this.timer)
    if (!this.isWanted) return
    this.timer = setTimeout(() => {
      if (this.isWanted && !this.raw?.connected) this.connect()
    }, delay)
  }

  /** Half of it is chance, so that a restart of the server does not bring everyone back at once. */
  private delay(): number {
    const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.retries)
    this.retries += 1
    return longest * (0.5 + this.options.random() / 2)
  }

  private send<N extends ClientEventName>(name: N, payload: ClientEvent<N>): void {
    if (this.raw?.connected) this.raw.emit(name, payload)
  }

  private ask(name: ClientEventName, room: Room): Promise<void> {
    const raw = this.raw
    if (!raw?.connected) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, JOIN_TIMEOUT_MS)
      raw.emit(name, payloadOf(room), () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}

function roomKey(room: Room): string {
  return room.kind === 'home' ? 'home' : `${room.kind}:${room.id}`
}

function payloadOf(room: Room): object {
  if (room.kind === 'thread') return { threadId: room.id }
  return room.kind === 'board' ? { boardId: room.id } : {}
}

/** The page's own connection: WebSocket first, long-polling where a proxy lets nothing else through. */
export const socket = new LiveSocket({
  connect: (auth) =>
    io({
      path: '/socket.io',
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      autoConnect: false,
      reconnection: false,
      auth: (give) => {
        give(auth())
      },
    }),
  random: Math.random,
})
