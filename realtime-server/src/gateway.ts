import type http from 'node:http'
import type { BusPublisher, BusSubscriber } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import type { TokenHolder } from '@forum/shared/contract'
import { audiences, channelOf, rooms as roomTable, type RoomName } from '@forum/shared/events'
import { limitAddress } from '@forum/shared/address'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { Server } from 'socket.io'
import { Subscriptions } from './bus/subscriptions'
import { clientAddress } from './connection/address'
import { boundedWebSockets } from './connection/bounded-frames'
import { ConnectionCounts, type ConnectionLimits } from './connection/connection-limits'
import { authenticate, closeOnSecondConnect } from './connection/handshake'
import { isOriginAllowed } from './connection/origin'
import { RequestError, serveRequests, type RequestHandlers } from './connection/requests'
import { BACKLOG, watchBacklog, type Backlog } from './connection/slow-sockets'
import { serveUpgrades } from './connection/upgrades'
import { emitOwn, type GatewayServer, type GatewaySocket } from './connection/socket'
import { INTERVALS, type Intervals } from './intervals'
import { createMetrics } from './metrics'
import { PresenceEmitter } from './presence/presence-emitter'
import { SITE, threadPlace, type PresenceStore, type Visitor } from './presence/presence-store'
import { Visitors } from './presence/visitors'
import { Looking, type Target } from './relay/looking'
import { Relay } from './relay/relay'
import { type MayType, Typing } from './relay/typing'
import { Rooms, threadOf, type RoomPayload } from './rooms/rooms'
import type { Identify } from './sessions/identify'
import { Sessions } from './sessions/sessions'

export interface GatewayDeps {
  /** Identifies tokens through an API process; rejects while it is unavailable. */
  identify: Identify
  mayType: MayType
  bus: BusSubscriber & BusPublisher
  presence: PresenceStore
  clock: Clock
  log: Logger
  /** The running version; a page compares it with its own to notice that it is outdated. */
  build: string
  /** Other origins whose pages may connect; the gateway's own origin always may. */
  corsOrigins: string[]
  /** Number of proxies whose forwarding headers are trusted. */
  trustProxy: number
  /** Null for no limits. */
  connectionLimits: ConnectionLimits | null
  registry?: Registry
  intervals?: Partial<Intervals>
  backlog?: Backlog
}

export interface Gateway {
  /** The number of connected sockets. */
  connections(): number
  /** Disconnects every socket, so that it reconnects elsewhere, and stops. The HTTP server keeps running. */
  close(): Promise<void>
}

/** The largest message of a client is its token. */
const CLIENT_PAYLOAD_MAX_BYTES = 16 * 1024
/** Waiting for the bus and the presence store on close ends after this time. */
const CLOSE_TIMEOUT_MS = 1_000

const SOCKETS_PATH = '/socket.io'

/** Serves `/socket.io` on the server. */
export function createGateway(server: http.Server, deps: GatewayDeps): Gateway {
  const { bus, clock, identify, corsOrigins, trustProxy, backlog = BACKLOG } = deps
  const log = deps.log.child({ part: 'gateway' })
  const intervals: Intervals = { ...INTERVALS, ...deps.intervals }
  const connections = new ConnectionCounts(deps.connectionLimits)
  const addresses = new WeakMap<http.IncomingMessage, string>()
  /** Read at the handshake and kept: the connection of a polling request may be gone later. */
  const addressOf = (request: http.IncomingMessage) => {
    const address = addresses.get(request) ?? limitAddress(clientAddress(request, trustProxy))
    addresses.set(request, address)
    return address
  }
  let isClosing = false

  /** Returns why a handshake is refused before its token is read; null if it is not. */
  const refusalOf = (request: http.IncomingMessage): 'closing' | 'origin' | 'address' | null => {
    if (isClosing) return 'closing'
    if (!isOriginAllowed(request.headers, corsOrigins, trustProxy)) return 'origin'
    const address = addressOf(request)
    return connections.total.hasRoom(address) && connections.consumeHandshake(address) ? null : 'address'
  }
  const io: GatewayServer = new Server(server, {
    path: SOCKETS_PATH,
    destroyUpgrade: false,
    serveClient: false,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: CLIENT_PAYLOAD_MAX_BYTES,
    wsEngine: boundedWebSockets({
      clock,
      waitingMax: backlog.hopeless,
      onBeyond: (request) => log.warn({ address: addressOf(request) }, 'ended a flooding WebSocket'),
    }),
    cors: { origin: corsOrigins.length > 0 ? corsOrigins : false },
    allowRequest(request, callback) {
      const refusal = refusalOf(request)
      if (refusal !== null && refusal !== 'closing') {
        metrics.refused.inc({ code: refusal })
        log.info(
          { refusal, address: addressOf(request), origin: request.headers.origin },
          'handshake refused',
        )
      }
      callback(refusal, refusal === null)
    },
  })
  serveUpgrades(server, ({ url = '' }) => url.startsWith(`${SOCKETS_PATH}/`))
  // Engine.IO counts a body as it arrives, so one that is announced and never sent would hold its connection.
  io.engine.use((request: http.IncomingMessage, response: http.ServerResponse, next: () => void) => {
    if (Number(request.headers['content-length'] ?? 0) <= CLIENT_PAYLOAD_MAX_BYTES) return next()
    response.statusCode = 413
    response.setHeader('Connection', 'close')
    response.end()
  })
  const connected = () => io.of('/').sockets.size
  const metrics = createMetrics(deps.registry, connected)
  io.engine.on('connection', (connection: GatewaySocket['conn']) => {
    const address = addressOf(connection.request)
    connections.total.add(address)
    connection.once('close', () => connections.total.remove(address))
    closeOnSecondConnect(connection, () => {
      metrics.refused.inc({ code: 'repeated' })
      log.info({ address }, 'closed a connection that sent a second CONNECT packet')
    })
  })

  const subscriptions = new Subscriptions(bus, log, (channel) => relay.forget(channel))
  const rooms = new Rooms(subscriptions)
  const visitors = new Visitors(deps.presence, clock, log, intervals.threadPresence)
  const sessions = new Sessions({
    identify,
    subscriptions,
    clock,
    intervals,
    log,
    onChanged({ holder, sockets }) {
      visitors.update(visitorOf(holder))
      for (const socket of sockets) {
        rooms.refresh(socket)
        if (!holder.showOnline) void looking.publish(socket, {})
      }
    },
  })
  const typing = new Typing(io, bus, clock, metrics, deps.mayType)
  const looking = new Looking(io, bus, clock, intervals.looking, log)
  const relay = new Relay(io, subscriptions, sessions, typing, looking, metrics, log)
  const presenceEmitter = new PresenceEmitter(io, visitors, clock, intervals, log)

  bus.onMessage((message) => relay.receive(message))
  bus.onReturn(() => {
    if (isClosing) return
    metrics.resyncs.inc({ cause: 'bus' }, connected())
    emitOwn(io.local, clock, 'resync', {})
    sessions.checkAll()
    void visitors.refresh()
  })
  void subscriptions.watch(audiences.everyone())

  const join = async <R extends RoomName>(socket: GatewaySocket, name: R, payload: RoomPayload<R>) => {
    const { room, isNew, subscribed } = rooms.join(socket, name, payload)
    if (roomTable[name].presence === 'site') visitors.touch(SITE)
    const threadId = threadOf(room)
    if (threadId === null) {
      await subscribed
      if (name === 'moderation') looking.joined(room.audiences)
      return {}
    }
    const place = threadPlace(threadId)
    const counted = isNew ? visitors.enter(place, visitorOn(socket)) : visitors.viewersOf(place)
    const [viewers] = await Promise.all([counted, subscribed])
    return { viewers }
  }
  const leave = <R extends RoomName>(socket: GatewaySocket, name: R, payload: RoomPayload<R>) => {
    if (name === 'moderation') void looking.publish(socket, {})
    const room = rooms.leave(socket, name, payload)
    const threadId = room ? threadOf(room) : null
    if (threadId !== null) visitors.exit(threadPlace(threadId), visitorOn(socket).key)
    return Promise.resolve({})
  }
  // The name of a request determines its payload; the compiler cannot follow that through the table.
  const handlers = {
    ...Object.fromEntries(
      (Object.keys(roomTable) as RoomName[]).flatMap(
        (name) =>
          [
            [`${name}:join`, async (socket, payload) => join(socket, name, payload)],
            [`${name}:leave`, async (socket, payload) => leave(socket, name, payload)],
          ] satisfies [string, (socket: GatewaySocket, payload: RoomPayload<RoomName>) => Promise<object>][],
      ),
    ),
    'thread:typing': async (socket: GatewaySocket, { threadId }: { threadId: number }) => {
      if (!socket.data.session) throw new RequestError('UNAUTHENTICATED')
      if (!rooms.has(socket, 'thread', { threadId })) throw new RequestError('FORBIDDEN')
      await typing.publish(threadId, socket.data.session)
      return {}
    },
    'moderation:look': async (socket: GatewaySocket, target: Target | null) => {
      if (!rooms.has(socket, 'moderation', {})) throw new RequestError('FORBIDDEN')
      await looking.publish(socket, target ?? {})
      return {}
    },
  } as RequestHandlers

  const addressOn = (socket: GatewaySocket) => addressOf(socket.request)
  io.use(authenticate({ identify, sessions, metrics, log, connections, addressOf: addressOn }))

  io.on('connection', (socket) => {
    const { session } = socket.data
    const visitor = visitorOn(socket)
    void visitors.enter(SITE, visitor)
    socket.once('disconnect', () => {
      void looking.publish(socket, {})
      for (const room of rooms.forget(socket)) {
        const threadId = threadOf(room)
        if (threadId !== null) visitors.exit(threadPlace(threadId), visitor.key)
      }
      visitors.exit(SITE, visitor.key)
    })
    watchBacklog(
      socket,
      backlog,
      () => {
        metrics.resyncs.inc({ cause: 'slow' })
        emitOwn(socket, clock, 'resync', {})
      },
      () => log.warn({ address: addressOn(socket) }, 'closed a socket that stopped reading'),
    )
    serveRequests(socket, handlers, clock, log)
    emitOwn(socket, clock, 'server:hello', { build: deps.build, now: clock.now().toISOString() })
    if (!session) return
    const { user, sessionId } = session.holder
    void socket.join([audiences.user(user.id), audiences.session(sessionId)].map(channelOf))
    sessions.attach(session, socket)
  })

  return {
    connections: connected,
    async close() {
      if (isClosing) return
      isClosing = true
      sessions.close()
      presenceEmitter.close()
      looking.close()
      const cleared = visitors.close()
      // Closing the transport rather than the socket makes a client reconnect.
      io.engine.close()
      subscriptions.unwatch(audiences.everyone())
      await Promise.race([Promise.all([cleared, subscriptions.settled()]), after(CLOSE_TIMEOUT_MS)])
    },
  }
}

/** A member is one person across all tabs; an anonymous socket counts as a person. */
const visitorOf = ({ user, showOnline }: TokenHolder): Visitor => ({
  key: `user:${user.id}`,
  user,
  shown: showOnline,
})
const visitorOn = ({ id, data }: GatewaySocket): Visitor =>
  data.session ? visitorOf(data.session.holder) : { key: `guest:${id}`, user: null, shown: false }

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
