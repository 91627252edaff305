import type { BusPublisher } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { ApiConfig } from '../config'
import type { Metrics } from './http/metrics'
import { RateLimits } from './http/rate-limits'
import { ResponseCache } from './http/response-cache'
import type { PlatformCollections } from './mongo/database'
import { databaseTimeOf, type DatabaseTime } from './mongo/database-time'
import { Idempotency } from './mongo/idempotency'
import { Ids } from './mongo/ids'
import { SiteCalendar } from './site-calendar'
import type { BackgroundWork, InBackground } from './work/background-work'
import { OnlyWriterCopies, SharedCopies, type Copies } from './work/copies'
import { logFailure } from './work/failures'
import { BusUnavailableError, Publisher } from './work/publisher'

/** The tools that every area is given. It knows no feature; `Db` names the collections that the area uses. */
export interface Ground<Db> {
  config: ApiConfig
  connection: Connection
  db: Db
  copies: Copies
  redis: Redis | null
  clock: Clock
  calendar: SiteCalendar
  databaseTime: DatabaseTime
  ids: Ids
  idempotency: Idempotency
  limits: RateLimits
  cache: ResponseCache
  publisher: Publisher
  /** The metrics of the process, to which areas add theirs. */
  registry: Registry
  log: Logger
  /** Returns what reports a failure of background work under a name; a later run repairs what it left. */
  onFailure: (what: string) => (error: unknown) => void
  /** Returns what runs work that nobody waits for, except a stopping process. */
  inBackground: (what: string) => InBackground
}

interface GroundDeps {
  config: ApiConfig
  connection: Connection
  /** No other process writes to the database; false by default. */
  isOnlyWriter?: boolean
  /** Null if there are no listeners. */
  bus: BusPublisher | null
  redis: Redis | null
  clock: Clock
  log: Logger
}

/** Returns what every area is given. */
export function createGround<Db extends PlatformCollections>(
  deps: GroundDeps,
  db: Db,
  background: BackgroundWork,
  metrics: Metrics,
): Ground<Db> {
  const { config, connection, isOnlyWriter = false, bus, redis, clock, log } = deps
  const onFailure = (what: string) => (error: unknown) => {
    metrics.leftForSweeper.inc({ what })
    const level = error instanceof BusUnavailableError ? 'debug' : 'warn'
    logFailure(log, level, { err: error, what }, 'background work failed; a later run will repair it')
  }
  const inBackground = (what: string) => (work: Promise<unknown>) => background.add(work, onFailure(what))
  return {
    config,
    connection,
    db,
    copies: isOnlyWriter ? new OnlyWriterCopies(clock) : new SharedCopies(),
    redis,
    clock,
    calendar: new SiteCalendar(clock, config.siteTimeZone),
    databaseTime: databaseTimeOf(connection, clock),
    ids: new Ids(db),
    idempotency: new Idempotency(db, clock, inBackground('idempotency')),
    limits: new RateLimits({ enabled: config.rateLimits, redis }),
    cache: new ResponseCache(clock, (kind, hit) => metrics.countLookup(kind, hit)),
    publisher: new Publisher(bus, clock, log),
    registry: metrics.registry,
    log,
    onFailure,
    inBackground,
  }
}
