import type http from 'node:http'
import type { BusPublisher, BusSubscriber } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import { audiences, channelOf } from '@forum/shared/events'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { Subscriptions } from './bus/subscriptions'
import type { ConnectionLimits } from './connection/connection-limits'
import { acceptConnections } from './connection/accept-connections'
import { authenticate } from './connection/handshake'
import { serveRequests } from './connection/requests'
import { BACKLOG, watchBacklog, type Backlog } from './connection/slow-sockets'
import { emitOwn, type GatewaySocket } from './connection/socket'
import { INTERVALS, type Intervals } from './intervals'
import { PresenceEmitter } from './presence/presence-emitter'
import { SITE, type PresenceStore } from './presence/presence-store'
import { visitorOf, visitorOn } from './presence/visitor'
import { Visitors } from './presence/visitors'
import { Looking } from './relay/looking'
import { Relay } from './relay/relay'
import { type MayType, Typing } from './relay/typing'
import { roomRequests } from './rooms/room-requests'
import { Rooms } from './rooms/rooms'
import { ThreadPlaces, type ThreadGates } from './rooms/thread-places'
import type { Identify } from './sessions/identify'
import { Sessions } from './sessions/sessions'

export interface GatewayDeps {
  /** Identifies tokens through an API process; rejects while it is unavailable. */
  identify: Identify
  mayType: MayType
  /**
   * Returns the gates that a reader has to pass to read the threads; rejects while the API is unavailable.
   */
  gatesOf: ThreadGates
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

/** Waiting for the bus and the presence store on close ends after this time. */
const CLOSE_TIMEOUT_MS = 1_000

/** Serves `/socket.io` on the server. */
export function createGateway(server: http.Server, deps: GatewayDeps): Gateway {
  const { bus, clock, identify, backlog = BACKLOG } = deps
  const log = deps.log.child({ part: 'gateway' })
  const intervals: Intervals = { ...INTERVALS, ...deps.intervals }
  let isClosing = false
  const { io, metrics, connections, addressOf } = acceptConnections(server, deps, log, () => isClosing)
  const connected = () => io.of('/').sockets.size

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
        void places.refresh(socket)
        if (!holder.showOnline) void looking.publish(socket, {})
      }
    },
  })
  const places = new ThreadPlaces({
    gatesOf: deps.gatesOf,
    rooms,
    visitors,
    retryEvery: intervals.sessionCheck,
    log,
  })
  const typing = new Typing(io, bus, clock, metrics, deps.mayType)
  const looking = new Looking(io, bus, clock, intervals.looking, log)
  const relay = new Relay({
    io,
    subscriptions,
    sessions,
    typing,
    looking,
    metrics,
    log,
    onMoved: (threadId) => void places.refreshThread(threadId),
    onAccessChanged: () => void readAgain('access'),
  })
  const presenceEmitter = new PresenceEmitter(io, visitors, clock, intervals, log)

  /**
   * Makes every page load again what it shows, after its socket has received what its reader may now read.
   */
  const readAgain = async (cause: 'access') => {
    await sessions.checkAll()
    await places.refreshAll()
    metrics.resyncs.inc({ cause }, connected())
    emitOwn(io.local, clock, 'resync', {})
  }

  bus.onMessage((message) => relay.receive(message))
  bus.onReturn(() => {
    if (isClosing) return
    metrics.resyncs.inc({ cause: 'bus' }, connected())
    emitOwn(io.local, clock, 'resync', {})
    void sessions.checkAll()
    void visitors.refresh()
  })
  void subscriptions.watch(audiences.everyone())

  const handlers = roomRequests({ rooms, places, visitors, looking, typing })

  const addressOn = (socket: GatewaySocket) => addressOf(socket.request)
  io.use(authenticate({ identify, sessions, metrics, log, connections, addressOf: addressOn }))

  io.on('connection', (socket) => {
    const { session } = socket.data
    const visitor = visitorOn(socket)
    void visitors.enter(SITE, visitor)
    socket.once('disconnect', () => {
      void looking.publish(socket, {})
      rooms.forget(socket)
      places.forget(socket)
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
      places.close()
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

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
