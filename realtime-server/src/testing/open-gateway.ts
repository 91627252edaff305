import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { LocalBus, type BusMessage } from '@forum/shared/bus'
import type { TokenHolder, UserSummary } from '@forum/shared/contract'
import { audiences, channelOf, type Ack, type Audience } from '@forum/shared/events'
import pino from 'pino'
import { Registry } from 'prom-client'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { vi } from 'vitest'
import { createGateway, type GatewayDeps } from '../gateway'
import { createLocalPresence } from '../presence/presence-store'

/** For the gateway's tests: a gateway on its own port, a fake API, and clients. */
export class TestClock {
  private ahead = 0
  private stoppedAt: number | null = null
  now = () => new Date((this.stoppedAt ?? Date.now()) + this.ahead)
  /** From now on, only `advance` moves the time. */
  stop(): void {
    this.stoppedAt = Date.now()
  }
  advance(ms: number): void {
    this.ahead += ms
  }
}

/** A bus that can have been unavailable, and that remembers its subscriptions. */
export class TestBus extends LocalBus {
  readonly subscribed = new Set<string>()
  private readonly returned: (() => void)[] = []
  override subscribe(audience: Audience): Promise<void> {
    this.subscribed.add(channelOf(audience))
    return super.subscribe(audience)
  }
  override unsubscribe(audience: Audience): Promise<void> {
    this.subscribed.delete(channelOf(audience))
    return super.unsubscribe(audience)
  }
  override onReturn(handler?: () => void): void {
    if (handler) this.returned.push(handler)
  }
  comeBack(): void {
    for (const handler of this.returned) handler()
  }
  /** Publishes any event, even one that no publisher would. */
  send(audience: Audience, event: unknown): void {
    void this.publish({ audience, event: event as BusMessage['event'] })
  }
}

/** A fake API process: the tokens it knows, and whether it can be reached. */
export class TestApi {
  readonly tokens = new Map<string, TokenHolder>()
  /** The batches of tokens that were to be identified. */
  readonly identified: string[][] = []
  /** Members who may not reply. */
  readonly silenced = new Set<number>()
  isUnavailable = false
  identify = (tokens: string[]): Promise<(TokenHolder | null)[]> => {
    this.identified.push(tokens)
    if (this.isUnavailable) return Promise.reject(new Error('away'))
    return Promise.resolve(tokens.map((token) => this.tokens.get(token) ?? null))
  }
  mayType = (token: string, threadId: number): Promise<{ isShown: boolean; gate: string | null }> => {
    const holder = this.tokens.get(token)
    const isShown = holder?.showOnline === true && !this.silenced.has(holder.user.id)
    return Promise.resolve({ isShown, gate: this.gates.get(threadId) ?? null })
  }
  /** The gates of threads that not everyone reads. */
  readonly gates = new Map<number, string>()
  gatesOf = (threadIds: number[]): Promise<(string | null)[]> =>
    this.isUnavailable
      ? Promise.reject(new Error('away'))
      : Promise.resolve(threadIds.map((threadId) => this.gates.get(threadId) ?? null))
  /** Hides or shows a member's online status, and publishes it as the API does. */
  setVisibility(bus: TestBus, userId: number, showOnline: boolean): void {
    for (const [token, holder] of this.tokens)
      if (holder.user.id === userId) this.tokens.set(token, { ...holder, showOnline })
    const id = `visibility-${userId}-${String(showOnline)}`
    bus.send(audiences.user(userId), {
      name: 'member:visibility',
      id,
      at: new Date().toISOString(),
      showOnline,
    })
  }
  /** Signs a member in and returns the token. */
  signIn(userId: number, more: Partial<TokenHolder> = {}): string {
    const sessionId = more.sessionId ?? 1_000 + this.tokens.size
    const token = `token-${userId}-${sessionId}`
    this.tokens.set(token, {
      sessionId,
      user: user(userId),
      moderatedBoardIds: [],
      gates: [],
      showOnline: true,
      expiresAt: new Date(Date.now() + 1e9).toISOString(),
      ...more,
    })
    return token
  }
}

export const user = (id: number): UserSummary => ({
  id,
  username: `user${id}`,
  displayName: `会员${id}`,
  avatar: null,
  role: 'user',
})

/** An acknowledgement that takes longer counts as missing. */
const ACK_TIMEOUT_MS = 30_000

interface Received {
  name: string
  event: Record<string, unknown>
}

export class TestClient {
  readonly received: Received[] = []
  disconnected: string | null = null

  constructor(readonly socket: Socket) {
    socket.onAny((name: string, event: Record<string, unknown>) => this.received.push({ name, event }))
    socket.on('disconnect', (reason) => (this.disconnected = reason))
  }

  emit(name: string, payload: unknown = {}): Promise<Ack & { viewers?: number }> {
    return this.socket.timeout(ACK_TIMEOUT_MS).emitWithAck(name, payload) as Promise<Ack>
  }

  events(name: string): Record<string, unknown>[] {
    return this.received.filter((message) => message.name === name).map(({ event }) => event)
  }

  /** Resolves with the first matching event of that name, past or future. */
  until(name: string, fits: (event: Record<string, unknown>) => boolean = () => true) {
    return eventually(() => {
      const found = this.events(name).find(fits)
      if (!found)
        throw new Error(
          `no such ${name} yet, but ${this.received.map(({ name: other }) => other).join(', ')}`,
        )
      return found
    })
  }
}

// A busy machine is slow, which must not fail a test.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Retries until it no longer throws. */
export const eventually = <T>(attempt: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(attempt, { timeout: 50_000, interval: 10 })

export async function openGateway(more: Partial<GatewayDeps> = {}) {
  const bus = new TestBus()
  const api = new TestApi()
  const clock = new TestClock()
  const registry = new Registry()
  const server = http.createServer()
  const gateway = createGateway(server, {
    identify: api.identify,
    mayType: api.mayType,
    gatesOf: api.gatesOf,
    bus,
    presence: createLocalPresence(clock),
    clock,
    log: pino({ level: 'silent' }),
    build: 'test-build',
    corsOrigins: [],
    trustProxy: 0,
    connectionLimits: null,
    registry,
    ...more,
    intervals: {
      threadPresence: 30,
      threadPresenceElsewhere: 60,
      sitePresence: 30,
      presenceWrite: 10,
      sessionCheck: 20,
      ...more.intervals,
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sockets: Socket[] = []

  /** Creates a client that has not connected yet. */
  const dial = (token?: unknown, options: Partial<ManagerOptions & SocketOptions> = {}): TestClient => {
    const socket = io(url, {
      transports: ['websocket'],
      auth: token === undefined ? {} : { token },
      reconnection: false,
      forceNew: true,
      ...options,
    })
    sockets.push(socket)
    return new TestClient(socket)
  }

  return {
    bus,
    api,
    clock,
    gateway,
    server,
    url,
    dial,
    async connect(
      token?: string,
      options: Partial<ManagerOptions & SocketOptions> = {},
    ): Promise<TestClient> {
      const client = dial(token, options)
      await client.until('server:hello')
      return client
    },
    /** Returns the code with which a handshake is refused. */
    refusal(token: unknown): Promise<unknown> {
      return new Promise((resolve, reject) => {
        const { socket } = dial(token)
        socket.on('connect_error', (error: Error & { data?: { code?: unknown } }) =>
          resolve(error.data?.code),
        )
        socket.on('connect', () => reject(new Error('it was let in')))
      })
    },
    async metric(name: string): Promise<number> {
      const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] }
      return values.reduce((sum, { value }) => sum + value, 0)
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.disconnect()
      await gateway.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type OpenGateway = Awaited<ReturnType<typeof openGateway>>
