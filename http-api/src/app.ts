import cors from '@koa/cors'
import etag from '@koa/etag'
import type { BusPublisher } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import type { TokenHolder } from '@forum/shared/contract'
import type { Redis } from 'ioredis'
import Koa from 'koa'
import compress from 'koa-compress'
import conditional from 'koa-conditional-get'
import helmet from 'koa-helmet'
import type { Connection } from 'mongoose'
import { setTimeout as wait } from 'node:timers/promises'
import { constants } from 'node:zlib'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { authRoutes } from './auth/auth.routes'
import { presentTokenHolder } from './auth/auth.presenter'
import { AuthService } from './auth/auth.service'
import { DemoSignIn } from './auth/demo-sign-in'
import { Passwords } from './auth/passwords'
import { Sessions } from './auth/sessions'
import { Tokens } from './auth/tokens'
import { BoardPageQueries, boardPageRoutes } from './board-pages'
import { BoardQueries, LastThreads } from './boards'
import { collections } from './collections'
import type { ApiConfig } from './config'
import { Health, healthRoutes } from './health/health.routes'
import { LiveUpdates } from './live-updates'
import { MemberQueries } from './members'
import { commandsSent } from './platform/database'
import { docsRouter } from './platform/docs'
import { answerErrors, refuseUnmatched } from './platform/errors'
import { Idempotency } from './platform/idempotency'
import { Ids } from './platform/ids'
import { logRequests, requestId } from './platform/logging'
import { Metrics } from './platform/metrics'
import { migrate } from './platform/migrations'
import { mount, type Handlers } from './platform/mount'
import { warnOfUntrustedProxy } from './platform/proxies'
import { Publisher } from './platform/publisher'
import { RateLimits } from './platform/rate-limits'
import { SiteCalendar } from './platform/site-calendar'
import { postExcerptsMigration, PostQueries, postRoutes, PostService } from './posts'
import { ownPostWrites, ReadStates } from './read-states'
import {
  foldThread,
  loadThreads,
  MongoLogStore,
  Scrubber,
  Sweeper,
  ThreadCommands,
  ThreadHistory,
  ThreadLog,
  threadProjections,
} from './thread-log'
import { ThreadQueries, threadRoutes, ThreadService, Views } from './threads'

/** What consumers have handled within this time is cleared from the log together. */
const CLEAR_DELAY_MS = 5
/** How long a process that ends waits for what its last requests left to do. */
const DRAIN_MS = 3_000

export interface ApiDeps {
  config: ApiConfig
  connection: Connection
  /** Null where nobody can be listening. */
  bus: BusPublisher | null
  redis: Redis | null
  clock: Clock
  log: Logger
  registry: Registry
}

/** Composes the API: every feature gets no more than it needs. */
export function createApi(deps: ApiDeps) {
  const { config, connection, bus, redis, clock, log, registry } = deps
  const db = collections(connection)
  const metrics = new Metrics(registry, () => commandsSent(connection))
  const onFailure = (what: string) => (error: unknown) => {
    metrics.leftForSweeper.inc({ what })
    log.warn({ err: error, what }, 'failed; a later run repairs it')
  }

  const ids = new Ids(db)
  const calendar = new SiteCalendar(clock, config.siteTimeZone)
  const limits = new RateLimits({ enabled: config.rateLimits, redis })
  const idempotency = new Idempotency(db, clock, onFailure('idempotency'))
  const members = new MemberQueries(db)
  const boards = new BoardQueries(db, clock)
  const readStates = new ReadStates(db)
  const postQueries = new PostQueries(db, members)
  const threadQueries = new ThreadQueries(db, members, postQueries, readStates, clock)
  const boardPages = new BoardPageQueries(db, boards, members, threadQueries, calendar)

  const publisher = new Publisher(bus, clock)
  const liveUpdates = new LiveUpdates({ db, posts: postQueries, members, boards, publisher })
  const lastThreads = new LastThreads(db, (boardId) => liveUpdates.scheduleBoard(boardId))
  const threadLog = new ThreadLog({
    store: new MongoLogStore(connection.getClient().db(connection.name), {
      ...threadProjections(db, calendar),
      others: ownPostWrites,
    }),
    // Everything that reacts to the log; stored events name those that have not handled them yet.
    consumers: [liveUpdates, lastThreads],
    fold: foldThread,
    clock,
    pause: () => wait(CLEAR_DELAY_MS),
    onCounted: (keys) => {
      for (const key of keys) {
        if (key.startsWith('board:')) liveUpdates.scheduleBoard(Number(key.slice('board:'.length)))
      }
    },
    onFailure: (what, error) => onFailure(what)(error),
  })
  const commands = new ThreadCommands(threadLog, clock, calendar)
  const sweeper = new Sweeper(threadLog, db, clock, onFailure('sweep'))
  const scrubber = new Scrubber({
    db,
    scrub: (key) => threadLog.scrub(key),
    refreshLastThread: (boardId) => lastThreads.refresh(boardId),
    calendar,
    clock,
    report: (repaired) => {
      for (const [what, count] of Object.entries(repaired)) metrics.mended.inc({ what }, count)
      if (Object.values(repaired).some((count) => count > 0)) {
        log.warn(repaired, 'counters were wrong and have been corrected')
      }
    },
    onFailure: onFailure('scrub'),
  })

  const sessions = new Sessions({
    db,
    boards,
    publisher,
    tokens: new Tokens(config.tokenSecret),
    ids,
    clock,
    onFailure: onFailure('session'),
  })
  const auth = new AuthService({ db, sessions, boards, limits, passwords: new Passwords(), ids, clock })
  const views = new Views(db, clock, redis, onFailure('views'))
  const posts = new PostService({
    db,
    queries: postQueries,
    commands,
    idempotency,
    ids,
  })
  const threads = new ThreadService({ boards, posts, commands, idempotency, ids })
  const health = new Health(connection, redis)

  const handlers: Handlers = {
    ...authRoutes(auth, sessions, new DemoSignIn(config)),
    ...boardPageRoutes(boardPages),
    ...threadRoutes({
      service: threads,
      queries: threadQueries,
      posts: postQueries,
      boards,
      readStates,
      views,
    }),
    ...postRoutes(posts, postQueries),
    ...healthRoutes(health),
  }

  const app = new Koa({ proxy: config.trustProxy > 0, maxIpsCount: config.trustProxy })
  // What reaches this was thrown outside the error answer: the socket broke, or the log itself failed.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'connection error'))
  app.use(requestId)
  app.use(logRequests(log))
  app.use(metrics.middleware())
  app.use(warnOfUntrustedProxy(config.trustProxy, log))
  app.use(answerErrors(log))
  app.use(
    helmet({
      contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      crossOriginResourcePolicy: { policy: 'same-site' },
    }),
  )
  app.use(
    cors({
      origin: (ctx) => (config.corsOrigins.includes(ctx.get('Origin')) ? ctx.get('Origin') : ''),
      credentials: true,
      exposeHeaders: ['X-Request-Id', 'Retry-After', 'ETag'],
      allowHeaders: ['Authorization', 'Content-Type', 'Accept-Language', 'Idempotency-Key', 'X-Request-Id'],
    }),
  )
  app.use(async (ctx, next) => {
    ctx.vary('Authorization')
    ctx.vary('Accept-Language')
    ctx.vary('Accept-Encoding')
    await next()
  })
  app.use(
    compress({
      threshold: 1_024,
      gzip: { level: 6 },
      deflate: false,
      // The default quality is meant for files that are compressed once.
      br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    }),
  )
  app.use(conditional())
  app.use(etag())
  app.use(refuseUnmatched)
  const mounted = mount(handlers, {
    identify: (token) => sessions.identify(token),
    limits,
    gatewaySecret: config.gatewaySecret,
    parseAnswers: config.parseAnswers,
  })
  const { siteName, metricsToken } = config
  for (const router of [mounted, docsRouter({ siteName, registry, metricsToken, limits })]) {
    app.use(router.routes())
    app.use(router.allowedMethods())
  }

  return {
    app,
    db,
    callback: () => app.callback(),
    /** Identifies tokens, for a gateway in the same process. */
    identify: async (tokens: string[]): Promise<(TokenHolder | null)[]> =>
      (await sessions.identifyAll(tokens)).map((viewer) => viewer && presentTokenHolder(viewer)),
    /** What seeds and imports write through: the very services that the routes call. */
    services: { auth, posts, threads, ids, sessions },
    /** Loads whole threads with their past into a forum that nobody is using yet. */
    load: {
      history: (threadId: number) => new ThreadHistory(threadId, calendar),
      save: async (histories: readonly ThreadHistory[]) => {
        await loadThreads(db, threadLog, histories)
        for (const { threadId, folded } of histories) await readStates.load(threadId, folded.posts.values())
        const boardIds = histories.flatMap(({ folded }) => folded.thread?.boardId ?? [])
        for (const boardId of new Set(boardIds)) await lastThreads.refresh(boardId)
      },
    },
    /** Resolves once nothing is left to publish, count or note that can be. */
    settle: () => threadLog.drain(),
    sweep: () => sweeper.once(),
    scrub: () => scrubber.once(),
    flushViews: () => views.flush(),
    /** Builds indexes, migrates, finishes what the last run left behind, and starts the recurring work. */
    start: async (): Promise<void> => {
      await migrate(db, Object.values(db), [postExcerptsMigration(db)], clock, (name) => {
        log.info({ migration: name }, 'migrating')
      })
      await sweeper.once()
      sweeper.start()
      scrubber.start()
    },
    /** Ends the recurring work and writes what is buffered. The connection is the caller's to close. */
    stop: async (): Promise<void> => {
      sweeper.stop()
      // What is not drained by then, such as what a hung Redis holds up, is left to the next sweep.
      const drained = Promise.all([threadLog.drain(), idempotency.stop()])
      await Promise.race([drained, wait(DRAIN_MS, undefined, { ref: false })])
      await Promise.all([scrubber.stop(), views.stop(), sessions.stop()])
      liveUpdates.stop()
    },
  }
}
export type ForumApi = ReturnType<typeof createApi>
