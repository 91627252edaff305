import type { BusPublisher } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import type { TokenHolder } from '@forum/shared/contract'
import { repeat, type StopRepeating } from '@forum/shared/repeat'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { presentTokenHolder } from './accounts'
import { createAreas, type AreasDeps, type Services } from './areas'
import { collections, type Collections } from './collections'
import type { ApiConfig } from './config'
import { Sweeper, type Repaired, type ThreadEventConsumer } from './log'
import { lastBackup, Probe, readBacklog } from './operations'
import { assemble, type AreaParts } from './platform/area'
import { createGround, type Ground } from './platform/ground'
import { Metrics } from './platform/http/metrics'
import { poolUsage } from './platform/mongo/database'
import { BackgroundWork } from './platform/work/background-work'
import { Outbox } from './platform/work/outbox'
import { serve } from './serve'
import { collectFormerWork } from './unfinished-work.migration'

/** The time for which a stopping process waits for the background work of its last requests. */
const DRAIN_MS = 3_000
const PRUNE_INTERVAL_MS = 60 * 60 * 1_000
const FORMER_WORK_INTERVAL_MS = 60_000

export interface ApiDeps extends Omit<AreasDeps, 'backlog' | 'onRepaired'> {
  config: ApiConfig
  connection: Connection
  /** True if no other process writes to the database, so that this one knows of every change. */
  isOnlyWriter?: boolean
  /** Returns the consumers of the thread log, given those of the areas. */
  consumers?: (ofAreas: readonly ThreadEventConsumer[]) => readonly ThreadEventConsumer[]
  /** Null if there are no listeners. */
  bus: BusPublisher | null
  redis: Redis | null
  clock: Clock
  log: Logger
  registry: Registry
}

/** Repeats the sweeps of the areas and finishes the work that documents carry. */
const createSweeper = (
  { db, copies, clock, databaseTime, onFailure }: Ground<Collections>,
  outbox: Outbox<Collections>,
  sweeps: NonNullable<AreaParts['sweeps']>,
): Sweeper => {
  const sweep = async () => {
    const now = await databaseTime()
    await Promise.all([outbox.sweep(now), ...Object.values(sweeps).map((one) => one(now))])
  }
  return new Sweeper({ sweep, db, copies, clock, onFailure: onFailure('sweep') })
}

const calledServices = ({ accounts, threads, messages, moderation, files, site, operations }: Services) => ({
  auth: accounts.auth,
  accounts: accounts.admin,
  posts: threads.posts,
  threads: threads.service,
  messages: messages.service,
  reports: moderation.reports,
  avatars: files.avatars,
  invitations: site.invitations,
  sessions: accounts.sessions,
  settings: site.settings,
  purges: moderation.purges,
  stats: operations.stats,
})

/** Composes the API: areas, the server in front of them, and the work that a process repeats. */
export function createApi(deps: ApiDeps) {
  const { connection, clock, log: logger, registry } = deps
  const db = collections(connection)
  const backlog = new Probe(() => readBacklog(db, clock), null)
  const metrics = new Metrics(registry, {
    pool: () => poolUsage(connection),
    backlog: () => backlog.state(),
    lastBackup: () => lastBackup(db).catch(() => null),
  })
  const background = new BackgroundWork()
  const ground = createGround(deps, db, background, metrics)
  const onRepaired = (repaired: Repaired) => {
    for (const [what, count] of Object.entries(repaired)) metrics.repaired.inc({ what }, count)
    if (Object.values(repaired).some((count) => count > 0))
      logger.warn(repaired, 'corrected counters that had drifted')
  }
  const { areas, services } = createAreas(ground, { ...deps, backlog: () => backlog.state(), onRepaired })
  const parts = assemble(areas)
  const { log, files, boards, threads, accounts, site, moderation, search, operations } = services
  accounts.personalData.by(() => parts.personal)
  log.threadLog.deliverTo(deps.consumers?.(parts.consumers) ?? parts.consumers)
  const outbox = new Outbox<Collections>({
    connection,
    finishers: parts.unfinished,
    inBackground: ground.inBackground('sweep'),
    onFailure: ground.onFailure,
  })
  const sweeper = createSweeper(ground, outbox, parts.sweeps)
  const collectFormer = async () => collectFormerWork(connection, await ground.databaseTime())
  const recurring = [
    { what: 'sweep', everyMs: sweeper.intervalMs, run: () => sweeper.once() },
    { what: 'sweep', everyMs: FORMER_WORK_INTERVAL_MS, run: collectFormer },
    ...parts.recurring,
    ...Object.entries(parts.prunes).map(([what, run]) => ({ what, everyMs: PRUNE_INTERVAL_MS, run })),
  ]
  let stopRecurring: StopRepeating[] = []

  return {
    db,
    /** Returns the present identity of the site. */
    site: site.current,
    callback: serve(ground, {
      ...parts,
      sessions: accounts.sessions,
      personalTokens: accounts.personalTokens,
      settings: site.settings,
      agreements: site.agreements,
      emailAddresses: accounts.emailAddresses,
      boards: boards.queries,
      metrics,
      registry,
    }),
    /** Identifies tokens, for a gateway in the same process. */
    identify: async (tokens: string[]): Promise<(TokenHolder | null)[]> =>
      (await accounts.personalTokens.identifyReaders(tokens)).map(
        (viewer) => viewer && presentTokenHolder(viewer),
      ),
    /** Returns true if others may see that the holder of a token writes a reply, for a gateway in the same process. */
    mayType: (token: string, threadId: number) => threads.typing.shown(token, threadId),
    /** The gates of threads, for a gateway in the same process. */
    gatesOf: (threadIds: readonly number[]) => threads.gatesOf(threadIds),
    /** The services that the routes call, for seeds and imports. */
    services: { ...calledServices(services), ids: ground.ids },
    load: operations.load,
    recount: operations.recount,
    finishRestore: operations.finishRestore,
    /** Resolves once everything that can be published, counted or recorded has been. */
    settle: async () => {
      await moderation.jobs.drain()
      await Promise.all([log.threadLog.drain(), background.drain()])
      await parts.drain()
    },
    sweep: () => sweeper.once(),
    sweepAttachments: files.sweepAttachments,
    scrub: operations.scrub,
    flushViews: threads.flushViews,
    /** Removes what every area no longer keeps; rejects if one of them fails. */
    prune: () => Promise.all(Object.values(parts.prunes).map((prune) => prune())),
    /** The index of posts, for its operator. */
    search: search.engine,
    /** Finishes the work that the last run left behind and starts the recurring work. The database must be prepared. */
    start: async (): Promise<void> => {
      await Promise.all([site.settings.refresh(), site.pages.refresh()])
      await log.threadLog.recover()
      await collectFormer().catch(ground.onFailure('sweep'))
      await sweeper.once()
      stopRecurring = recurring.map(({ everyMs, run, what }) => repeat(everyMs, run, ground.onFailure(what)))
      search.engine.load().catch(ground.onFailure('search'))
    },
    /** Ends the recurring work and writes buffered data. The caller closes the connection. */
    stop: async (): Promise<void> => {
      const stopped = stopRecurring.map((stop) => stop())
      // The next sweep handles what is not drained within that time, for example because Redis hangs.
      const drained = moderation.jobs.stop().then(() => Promise.all([parts.drain(), background.drain()]))
      await Promise.race([drained, wait(DRAIN_MS, undefined, { ref: false })])
      await Promise.all([...stopped, parts.stop()])
    },
  }
}
export type ForumApi = ReturnType<typeof createApi>
