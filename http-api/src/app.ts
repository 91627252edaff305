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
import { BoardQueries } from './boards'
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
import { ReadStates } from './read-states'
import {
  Counters,
  loadThreads,
  MongoLogStore,
  Scrubber,
  Sweeper,
  ThreadChanges,
  ThreadHistory,
  ThreadLog,
} from './thread-log'
import { ThreadQueries, threadRoutes, ThreadService, Views } from './threads'

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
  const idempotency = new Idempotency(db, clock)
  const members = new MemberQueries(db)
  const boards = new BoardQueries(db, clock)
  const readStates = new ReadStates(db)
  const postQueries = new PostQueries(db, members)
  const threadQueries = new ThreadQueries(db, members, postQueries, readStates, clock)
  const boardPages = new BoardPageQueries(db, boards, members, threadQueries, calendar)

  const publisher = new Publisher(bus, clock)
  const liveUpdates = new LiveUpdates({ db, posts: postQueries, members, boards, publisher })
  const counters = new Counters(db, calendar)
  const threadLog = new ThreadLog(
    new MongoLogStore({
      db,
      counters,
      publish: liveUpdates.threads,
      counted: liveUpdates.boards,
      clock,
      onFailure: (what, error) => onFailure(what)(error),
    }),
  )
  const changes = new ThreadChanges(threadLog, clock, calendar)
  const sweeper = new Sweeper(threadLog, db, clock, onFailure('sweep'))
  const scrubber = new Scrubber(
    db,
    counters,
    clock,
    (mended) => {
      metrics.mended.set({ what: 'boards' }, mended.boards)
      metrics.mended.set({ what: 'threads' }, mended.threads)
      if (mended.boards + mended.threads > 0) log.warn(mended, 'counters were wrong and have been corrected')
    },
    onFailure('scrub'),
  )

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
    changes,
    readStates,
    idempotency,
    ids,
    clock,
  })
  const threads = new ThreadService({ boards, posts, changes, readStates, idempotency, ids, clock })
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
      history: (threadId: number, boardId: number) => new ThreadHistory(threadId, boardId, calendar),
      save: async (histories: readonly ThreadHistory[]) => {
        await loadThreads(db, counters, calendar, histories)
        for (const { threadId, folded } of histories) await readStates.load(threadId, folded.posts.values())
      },
    },
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
      await Promise.all([sweeper.stop(), scrubber.stop(), views.stop(), sessions.stop()])
      liveUpdates.stop()
    },
  }
}
export type ForumApi = ReturnType<typeof createApi>
