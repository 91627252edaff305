import type http from 'node:http'
import type { Publisher, Subscriber } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import type { TokenHolder } from '@forum/shared/contract'
import { channels } from '@forum/shared/events'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { Server } from 'socket.io'
import { callerAddress } from './address'
import { admit } from './handshake'
import type { Identify } from './identify'
import { createMetrics } from './metrics'
import { PACE, type Pace } from './pace'
import { PresenceNews } from './presence-news'
import { SITE, threadPlace, type PresenceStore, type Visitor } from './presence-store'
import { Relay } from './relay'
import { repeat } from './repeat'
import { Refused, serveRequests, type Handlers } from './requests'
import { boardRoom, homeRoom, Rooms, threadRoom, type Room } from './rooms'
import { Sessions } from './sessions'
import { BACKLOG, watchBacklog, type Backlog } from './slow-sockets'
import { tell, type GatewayServer, type GatewaySocket } from './sockets'
import { Typing } from './typing'
import { Viewers } from './viewers'
import { WatchedChannels } from './watched-channels'

export interface GatewayDeps {
  /** Asks an API process who tokens are; rejects when it is away. */
  identify: Identify
  bus: Subscriber & Publisher
  presence: PresenceStore
  clock: Clock
  log: Logger
  /** What is running, for the page's notice of a new version. */
  build: string
  /** Other origins whose pages may connect; the own one always may. */
  corsOrigins: string[]
  /** Hops whose `X-Forwarded-For` is believed. */
  trustProxy: number
  /** Where the gateway's metrics go. */
  registry?: Registry
  pace?: Partial<Pace>
  backlog?: Backlog
}

export interface Gateway {
  /** How many sockets are connected. */
  connections(): number
  /** Tells every socket to reconnect elsewhere and stops, within a second or so. The http server goes on. */
  close(): Promise<void>
}

/** The largest thing a client has to say is its token. */
const CLIENT_PAYLOAD_MAX_BYTES = 16 * 1024
/** Goodbyes to the bus and the presence store are cut off after this. */
const CLOSE_WITHIN_MS = 1_000

/** Serves `/socket.io` on the server (contract §4). */
export function createGateway(server: http.Server, deps: GatewayDeps): Gateway {
  const { bus, clock, identify } = deps
  const log = deps.log.child({ part: 'gateway' })
  const pace: Pace = { ...PACE, ...deps.pace }
  let isClosing = false

  const io: GatewayServer = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: CLIENT_PAYLOAD_MAX_BYTES,
    cors: { origin: deps.corsOrigins.length > 0 ? deps.corsOrigins : false },
    allowRequest: (_request, answer) => answer(isClosing ? 'closing' : null, !isClosing),
  })
  const connections = () => io.of('/').sockets.size
  const metrics = createMetrics(deps.registry, connections)

  const watched = new WatchedChannels(bus, log, (channel) => {
    relay.forget(channel)
    presenceNews.forget(channel)
  })
  const sessions = new Sessions({
    identify,
    channels: watched,
    clock,
    pace,
    log,
    onChanged: ({ holder }) => viewers.update(visitorOf(holder)),
  })
  const rooms = new Rooms(watched)
  const typing = new Typing(io, bus, clock, metrics)
  const relay = new Relay(io, watched, sessions, typing, metrics, log)
  const viewers = new Viewers(deps.presence, clock, log, pace.threadPresence)
  const presenceNews = new PresenceNews(io, viewers, watched, clock, pace, log)
  const stopHeartbeat = repeat(pace.heartbeat, () => viewers.beat(), log)

  bus.onMessage((channel, message) => relay.receive(channel, message))
  bus.onReturn(() => {
    if (isClosing) return
    metrics.resyncs.inc({ cause: 'bus' }, connections())
    tell(io.local, clock, 'resync', {})
    sessions.checkAll()
    void viewers.beat()
  })
  void watched.watch(channels.all)

  const join = async (socket: GatewaySocket, room: Room) => {
    const { joined, heard } = rooms.join(socket, room)
    if (joined === 'full') throw new Refused('TOO_MANY_REQUESTS')
    if (room === homeRoom) viewers.touch(SITE)
    if (room.threadId === undefined) {
      await heard
      return {}
    }
    const place = threadPlace(room.threadId)
    const counted =
      joined === 'joined'
        ? viewers.enter(place, visitorOn(socket))
        : viewers.count([place]).then(([count]) => count?.viewers ?? 0)
    const [viewersThere] = await Promise.all([counted, heard])
    return { viewers: viewersThere }
  }
  const leave = (socket: GatewaySocket, room: Room) => {
    if (rooms.leave(socket, room) && room.threadId !== undefined)
      viewers.exit(threadPlace(room.threadId), visitorOn(socket).key)
    return Promise.resolve({})
  }
  const handlers: Handlers = {
    'thread:join': (socket, { threadId }) => join(socket, threadRoom(threadId)),
    'thread:leave': (socket, { threadId }) => leave(socket, threadRoom(threadId)),
    'board:join': (socket, { boardId }) => join(socket, boardRoom(boardId)),
    'board:leave': (socket, { boardId }) => leave(socket, boardRoom(boardId)),
    'home:join': (socket) => join(socket, homeRoom),
    'home:leave': (socket) => leave(socket, homeRoom),
    'thread:typing': async (socket, { threadId }) => {
      if (!socket.data.session) throw new Refused('UNAUTHENTICATED')
      await typing.said(threadId, socket.data.session.holder)
      return {}
    },
  }

  const addressOf = ({ handshake }: GatewaySocket) =>
    callerAddress(handshake.headers, handshake.address, deps.trustProxy)
  io.use(admit({ identify, sessions, metrics, log, addressOf }))

  io.on('connection', (socket) => {
    const { session } = socket.data
    const visitor = visitorOn(socket)
    void viewers.enter(SITE, visitor)
    socket.once('disconnect', () => {
      for (const { threadId } of rooms.forget(socket))
        if (threadId !== undefined) viewers.exit(threadPlace(threadId), visitor.key)
      viewers.exit(SITE, visitor.key)
    })
    watchBacklog(
      socket,
      deps.backlog ?? BACKLOG,
      () => {
        metrics.resyncs.inc({ cause: 'slow' })
        tell(socket, clock, 'resync', {})
      },
      () => log.warn({ address: addressOf(socket) }, 'a socket that takes nothing is closed'),
    )
    serveRequests(socket, handlers, clock, log)
    tell(socket, clock, 'server:hello', { build: deps.build, now: clock.now().toISOString() })
    if (!session) return
    const { user, sessionId } = session.holder
    void socket.join([channels.user(user.id), channels.session(sessionId)])
    sessions.attach(session, socket)
  })

  return {
    connections,
    async close() {
      if (isClosing) return
      isClosing = true
      stopHeartbeat()
      sessions.close()
      presenceNews.close()
      const goodbye = viewers.close()
      // Closing the transport, not the socket: to a client that means to reconnect.
      io.engine.close()
      watched.unwatch(channels.all)
      await Promise.race([Promise.all([goodbye, watched.settled()]), after(CLOSE_WITHIN_MS)])
    },
  }
}

/** A member is one person over all tabs; an anonymous socket is a person of its own. */
const visitorOf = ({ user, showOnline }: TokenHolder): Visitor => ({
  key: `user:${user.id}`,
  user,
  shown: showOnline,
})
const visitorOn = ({ id, data }: GatewaySocket): Visitor =>
  data.session ? visitorOf(data.session.holder) : { key: `guest:${id}`, user: null, shown: false }

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
