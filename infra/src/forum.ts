import { randomUUID } from 'node:crypto'
import type http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { LocalBus, RedisBusPublisher } from '@forum/shared/bus'
import { systemClock, type Clock } from '@forum/shared/clock'
import { CONNECTIONS_PER_ADDRESS, HANDSHAKES_PER_MINUTE } from './limits'
import {
  checkTokenSecret,
  connect,
  createApi,
  openFileStore,
  prepareDatabase,
  type ForumApi,
  NAMED_FILES,
} from '@forum/http-api'
import {
  countSite,
  createGateway,
  createLocalPresence,
  createRedisPresence,
  identifyOverHttp,
  gatesOverHttp,
  mayTypeOverHttp,
  RedisBus,
  type Gateway,
  type GatewayDeps,
  type PresenceStore,
  serveUpgrades,
} from '@forum/realtime-server'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { freeBytes } from '../embedded-mongodb'
import { parseCommand, UsageError } from './admin-command'
import { messageOf } from './admin-failures'
import { builtFile, readBuildId, readShell } from './built-page'
import { serveCommands, type RunLine } from './command-socket'
import type { Config } from './config'
import { openDatabase } from './database'
import { createFirstAdmin } from './first-admin'
import { gapsIn, measureDisk, reportRedis, timeRedis } from './forum-metrics'
import { gatewayRequests } from './gateway-requests'
import { closeAfterBody, createHttpServer } from './http-server'
import { listen } from './listen'
import { createPage, pageHeaders } from './page'
import { connectRedis, onFailover } from './redis'
import { isOfApi, originForm } from './request-paths'
import { RunningProcesses } from './running-processes'
import { DEMO_PASSWORD, seed } from './seed'
import { announceStop, closeServer, Undo } from './stopping'
import {
  deriveGatewaySecret,
  existingTokenSecret,
  keptTokenSecret,
  NoGatewaySecretError,
} from './token-secret'
import { VERSION } from './version'

export interface ForumOptions {
  config: Config
  log: Logger
  /** Prints the progress of the start for a person. */
  say: (text: string) => void
  signal: AbortSignal
  searchPath: string
  cacheDir: string
  /** The folder of the built page and programs. Without it there is no page, and programs run from source. */
  built: string | undefined
  clock?: Clock
  /** Receives, before anything runs, the function that stops whatever has been started by then. */
  onStarted?: (stop: () => Promise<void>) => void
}

/** Sampling interval of the event loop's delay. Each sample wakes an idle process. */
const LOOP_SAMPLE_MS = 100

/** Starts the parts that `ROLE` names on one port; resolves once the health check says that they are ready. */
export async function startForum(options: ForumOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const { config, log, onStarted } = options
  const clock = options.clock ?? systemClock
  const undo = new Undo()
  onStarted?.(() => undo.run())
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS })
  undo.add(() => Promise.resolve(registry.clear()))

  new Gauge({
    name: 'forum_build_info',
    help: 'Always 1; the label names the release that runs',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: VERSION }, 1)

  const { server, connections } = createHttpServer({
    perAddress: config.connectionsPerAddress,
    registry,
    log,
  })

  const site = { url: config.publicUrl ?? `http://${config.host}:${config.port}` }
  let isStopping = false
  const part = { ...options, clock, registry, server, undo, site, isStopping: () => isStopping }
  const gateway = config.role === 'gateway' ? await serveGatewayOnly(part) : await serveApi(part)
  // Before all other listeners, those of the gateway included.
  const { hsts } = config
  if (hsts !== null) {
    server.prependListener('request', (_, res) => void res.setHeader('Strict-Transport-Security', hsts))
  }

  const url = await listen(server, config.host, config.port)
  site.url = config.publicUrl ?? url
  undo.add(() => closeServer(server, connections, gateway))
  undo.add(async () => {
    isStopping = true
    if (config.stopDelayMs > 0) await announceStop(server, config.stopDelayMs)
  })
  // A gateway waits for as long as Redis or the API are away, and meanwhile serves sockets as it does later.
  await waitUntilReady(url, options.signal, config.role === 'gateway' ? Infinity : READY_WITHIN_MS)
  log.info({ url, version: VERSION }, 'listening')
  return { url, stop: () => undo.run() }
}

type StartContext = ForumOptions & {
  clock: Clock
  registry: Registry
  server: http.Server
  undo: Undo
  /** The public address of the site; with port 0 it is known only once the server listens. */
  site: { url: string }
  isStopping: () => boolean
}

/** Serves the API and the page; returns the gateway beside them, if `ROLE` includes one. */
async function serveApi(part: StartContext): Promise<Gateway | null> {
  const { config, log, say, clock, registry, server, undo, built, searchPath, cacheDir, signal } = part
  measureDisk(registry, config.dataDir)
  const database = await openDatabase({
    config,
    log,
    say,
    frontBundle: await builtFile(built, 'embedded-mongodb-front.mjs'),
    searchPath,
    cacheDir,
    signal,
  })
  undo.add(() => database.stop())
  await prepareDatabase(database.uri, clock, (name) => log.info({ migration: name }, 'migrating'))
  const connection = await connect(database.uri)
  undo.add(() => connection.close())

  const redis = config.redisUrl === undefined ? null : await openRedis(part, config.redisUrl, 'commands')
  if (!redis && config.role === 'api') {
    log.warn('ROLE=api without REDIS_URL: gateways will receive no events')
  }
  const localBus = new LocalBus()
  const tokenSecret = config.tokenSecret ?? (await keptTokenSecret(config.dataDir))
  const isGiven = config.tokenSecret !== undefined
  if (await checkTokenSecret(connection, { value: tokenSecret, isGiven })) {
    log.warn('TOKEN_SECRET is not the one this database was last used with: everyone has to sign in again')
  }
  const deps = {
    config: {
      siteName: config.siteName,
      siteUrl: () => part.site.url,
      siteTimeZone: config.siteTimeZone,
      tokenSecret,
      gatewaySecret: config.gatewaySecret ?? deriveGatewaySecret(tokenSecret),
      rateLimits: config.rateLimits,
      addressDays: config.addressDays,
      corsOrigins: config.corsOrigins,
      trustProxy: config.trustProxy,
      mail: config.mail,
      oidcProviders: config.oidcProviders,
      pushSubject: config.pushSubject,
      contact: config.contact,
      securityContact: config.securityContact,
      metricsToken: config.metricsToken,
      demoPassword: config.isProduction ? undefined : DEMO_PASSWORD,
      checkResponses: config.checkResponses,
    },
    connection,
    // Nothing else knows the port of the embedded database.
    isOnlyWriter: database.kind === 'embedded',
    files: openFileStore(config),
    clock,
    log,
  }
  const pageFolder = await builtFile(built, 'web')
  const headers = pageHeaders(config.publicUrl, () => api.services.settings.externalSources())
  const bus = redis ? publisherOver(redis) : localBus
  const processes = announceProcess(part, redis)
  const presence = redis ? createRedisPresence(redis, { clock }) : createLocalPresence(clock)
  const api = createApi({
    ...deps,
    registry,
    isStopping: part.isStopping,
    redis,
    bus,
    countOnline: () => countSite(presence),
    host: {
      version: VERSION,
      processes: () => processes.list(),
      freeBytes: () => freeBytes(config.dataDir),
    },
    page: pageFolder === undefined ? null : { ...(await readShell(pageFolder)), headers },
  })
  undo.add(() => api.stop())
  const page =
    pageFolder === undefined
      ? null
      : await createPage(pageFolder, headers, { site: api.site, files: NAMED_FILES })
  await prepare(api, deps, part)

  if (database.kind !== 'given') {
    const runLine: RunLine = async (line, sayOn) => {
      const command = parseCommand(line)
      if (command.on !== 'forum') throw new UsageError(`${line[0] ?? ''} does not run in the forum`)
      return command.run({ ...api, ...api.services, say: sayOn })
    }
    undo.add(await serveCommands(config.dataDir, runLine, messageOf))
  }
  const handleApi = api.callback()
  // Before the gateway: Socket.IO keeps requests of its own path from listeners that are already registered.
  server.on('request', (req, res) => {
    req.url = originForm(req.url ?? '')
    if (page === null || isOfApi(req.method, req.url)) handleApi(req, res)
    else {
      closeAfterBody(req, res)
      page(req, res)
    }
  })
  if (config.role === 'api') serveUpgrades(server, () => false)
  return config.role === 'all' ? serveSockets(part, { api, redis, bus: localBus, presence }) : null
}

/** The gateway in the API's own process; it uses Redis if configured, since other processes may publish too. */
async function serveSockets(
  part: StartContext,
  {
    api,
    redis,
    bus,
    presence,
  }: { api: ForumApi; redis: Redis | null; bus: LocalBus; presence: PresenceStore },
): Promise<Gateway> {
  const { built } = part
  return openGateway(part, {
    bus: redis ? (await overRedis(part, redis)).bus : bus,
    presence,
    identify: api.identify,
    mayType: api.mayType,
    gatesOf: api.gatesOf,
    build: await readBuildId(built),
  })
}

/** Creates the sending half of the bus over Redis, which has all gateways resync after a failover. */
function publisherOver(redis: Redis): RedisBusPublisher {
  const bus = new RedisBusPublisher(redis)
  onFailover(redis, () => bus.publishFailover())
  return bus
}

/** Creates the bus over Redis, with a separate connection for subscriptions. */
async function overRedis(part: StartContext, commands: Redis): Promise<{ bus: RedisBus; subscriber: Redis }> {
  const { config, log, undo } = part
  const subscriber = await openRedis(part, config.redisUrl ?? '', 'subscriber')
  const bus = new RedisBus({ commands, subscriber, log })
  undo.add(() => Promise.resolve(bus.close()))
  return { bus, subscriber }
}

/** A connection that lives as long as the forum. */
async function openRedis({ log, registry, undo }: StartContext, url: string, use: string): Promise<Redis> {
  const redis = await connectRedis(url, use, log)
  reportRedis(registry, use, redis)
  if (use === 'commands') timeRedis(registry, redis)
  undo.add(() => Promise.resolve(redis.disconnect()))
  return redis
}

function openGateway(
  { config, log, clock, registry, server, undo }: StartContext,
  deps: Pick<GatewayDeps, 'bus' | 'presence' | 'identify' | 'mayType' | 'gatesOf' | 'build'>,
): Gateway {
  const gateway = createGateway(server, {
    ...deps,
    clock,
    log,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    connectionLimits: config.rateLimits
      ? { ...CONNECTIONS_PER_ADDRESS, handshakes: HANDSHAKES_PER_MINUTE }
      : null,
    registry,
  })
  undo.add(() => gateway.close())
  return gateway
}

/**
 * Finishes work left by the last run, fills an empty database and creates the first admin, before the first request.
 * Without one in the configuration, whoever opens the printed address becomes it.
 */
async function prepare(
  api: ForumApi,
  deps: Omit<Parameters<typeof seed>[1], 'registry'>,
  { config, site, say }: Pick<StartContext, 'config' | 'site' | 'say'>,
): Promise<void> {
  // The seed writes to the database directly, so it comes before the recurring work, which keeps copies of
  // documents.
  if (config.seed !== 'none') {
    // A separate registry keeps the seeding out of the metrics.
    const isSeeded = await seed(config.seed, { ...deps, registry: new Registry() }, say)
    if (isSeeded && config.seed === 'demo') say('演示内容已就绪，演示账号的密码见 README')
  }
  await api.start()
  if (await createFirstAdmin(api, config.admin)) say(`管理员 ${config.admin?.username ?? ''} 已创建`)
  const code = await api.services.invitations.forFirstAdmin()
  if (code !== null) say(`还没有管理员：打开 ${site.url}/register?invitation=${code} 注册第一位`)
}

/** Serves only a gateway: sockets, and the HTTP endpoints that its operator needs. */
async function serveGatewayOnly(part: StartContext): Promise<Gateway> {
  const { clock, config, log, registry, server } = part
  const { redisUrl = '', apiUrl = '' } = config
  const redis = await openRedis(part, redisUrl, 'commands')
  const gatewaySecret = await gatewaySecretOf(config)
  const identify = identifyOverHttp({ apiUrl, secret: gatewaySecret })
  const { bus, subscriber } = await overRedis(part, redis)
  announceProcess(part, redis)
  const handle = gatewayRequests({
    redis: { commands: redis, subscriber },
    callApi: () => identify([]),
    registry,
    metricsToken: config.metricsToken,
    isStopping: part.isStopping,
    log,
  })
  server.on('request', (req, res) => {
    closeAfterBody(req, res)
    handle(req, res)
  })
  return openGateway(part, {
    bus,
    presence: createRedisPresence(redis, { clock }),
    identify,
    mayType: mayTypeOverHttp({ apiUrl, secret: gatewaySecret }),
    gatesOf: gatesOverHttp({ apiUrl, secret: gatewaySecret }),
    build: 'gateway',
  })
}

async function gatewaySecretOf({ gatewaySecret, dataDir }: Config): Promise<string> {
  if (gatewaySecret !== undefined) return gatewaySecret
  const kept = await existingTokenSecret(dataDir)
  if (kept === undefined) throw new NoGatewaySecretError(dataDir)
  return deriveGatewaySecret(kept)
}

const READY_POLL_MS = 50
const READY_WITHIN_MS = 30_000

async function waitUntilReady(url: string, signal: AbortSignal, withinMs: number): Promise<void> {
  // 0.0.0.0 cannot be called, but it includes loopback.
  const address = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
  const deadline = Date.now() + withinMs
  while (!signal.aborted) {
    const response = await fetch(`${address}/api/health/ready`).catch(() => null)
    if (response?.status === 200) return
    if (Date.now() > deadline) throw new Error(`not ready after ${withinMs / 1_000} s`)
    await wait(READY_POLL_MS)
  }
}

/** Says in Redis that this process runs, for the health page of admins. */
function announceProcess(
  { config, clock, log, registry, undo }: StartContext,
  redis: Redis | null,
): RunningProcesses {
  const self = { id: randomUUID(), role: config.role, version: VERSION, startedAt: clock.now().toISOString() }
  const processes = new RunningProcesses({
    redis,
    state: async () => ({ ...self, gaps: await gapsIn(registry) }),
    clock,
    onFailure: (error) => log.debug({ err: error }, 'the process could not be announced'),
  })
  processes.start()
  undo.add(() => processes.stop())
  return processes
}
