import type { Middleware } from 'koa'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { PoolUsage } from '../mongo/database'

type RequestLabel = 'method' | 'route' | 'status'

/** Numbers that are read whenever the metrics are. */
export interface MetricSources {
  pool: () => PoolUsage
  /** Events that a consumer still has to handle; null while that is unknown. */
  backlog: () => Promise<{ events: number; oldestSeconds: number } | null>
  /** When the last backup was finished; null if there is none. */
  lastBackup: () => Promise<Date | null>
}

/** The metrics for operators (docs/operating.md explains each). */
export class Metrics {
  private readonly requests: Histogram<RequestLabel>
  private readonly series = new Map<string, Histogram.Internal<RequestLabel>>()
  private readonly bodyLookups: Counter<'kind' | 'result'>
  private readonly lookups = new Map<string, Counter.Internal>()
  readonly leftForSweeper: Counter<'what'>
  readonly repaired: Counter<'what'>

  constructor(
    readonly registry: Registry,
    { pool, backlog, lastBackup }: MetricSources,
  ) {
    const registers = [registry]
    new Counter({
      name: 'forum_database_commands_total',
      help: 'Commands sent to the database',
      registers,
      collect() {
        this.reset()
        this.inc(pool().commands)
      },
    })
    new Gauge({
      name: 'forum_database_connections',
      help: 'Connections to the database that are open and in use, and commands waiting for one',
      labelNames: ['state'],
      registers,
      collect() {
        const { open, inUse, waiting } = pool()
        this.set({ state: 'open' }, open)
        this.set({ state: 'in_use' }, inUse)
        this.set({ state: 'waiting' }, waiting)
      },
    })
    new Gauge({
      name: 'forum_unhandled_events',
      help: 'Events of the log that a consumer, such as publishing, still has to handle',
      registers,
      async collect() {
        this.set((await backlog())?.events ?? NaN)
      },
    })
    new Gauge({
      name: 'forum_oldest_unhandled_event_seconds',
      help: 'Age of the oldest event that a consumer still has to handle; 0 without one',
      registers,
      async collect() {
        this.set((await backlog())?.oldestSeconds ?? NaN)
      },
    })
    new Gauge({
      name: 'forum_last_backup_timestamp_seconds',
      help: 'When the last backup by this forum was finished; 0 if there is none',
      registers,
      async collect() {
        this.set(((await lastBackup())?.getTime() ?? 0) / 1_000)
      },
    })
    this.requests = new Histogram({
      name: 'forum_http_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    })
    this.bodyLookups = new Counter({
      name: 'forum_kept_bodies_total',
      help: 'Responses served from cached bytes (hit) or built (miss)',
      labelNames: ['kind', 'result'],
      registers,
    })
    this.leftForSweeper = new Counter({
      name: 'forum_thread_log_failures_total',
      help: 'Steps after a commit that failed and are made good by a sweep',
      labelNames: ['what'],
      registers,
    })
    this.repaired = new Counter({
      name: 'forum_scrubber_repaired_total',
      help: 'Boards, members and threads whose counters a scrub found wrong and corrected; should stay 0',
      labelNames: ['what'],
      registers,
    })
  }

  /** Times each request under its route's pattern, never under its path. */
  middleware(): Middleware {
    return async (ctx, next) => {
      const startedAt = performance.now()
      await next()
      const route = (ctx._matchedRoute as string | undefined) ?? 'none'
      this.observe({ method: ctx.method, route, status: ctx.status, startedAt })
    }
  }

  observe(of: { method: string; route: string; status: number; startedAt: number }): void {
    const { method, route, status, startedAt } = of
    this.seriesOf(method, route, status).observe((performance.now() - startedAt) / 1_000)
  }

  /** Counts a lookup of a kept body. */
  countLookup(kind: string, hit: boolean): void {
    const key = `${kind} ${hit}`
    const cached = this.lookups.get(key)
    if (cached) cached.inc()
    else {
      const series = this.bodyLookups.labels({ kind, result: hit ? 'hit' : 'miss' })
      this.lookups.set(key, series)
      series.inc()
    }
  }

  /**
   * Returns the series of these labels. There are a few hundred of them; looking one up in the histogram costs more.
   */
  private seriesOf(method: string, route: string, status: number): Histogram.Internal<RequestLabel> {
    const key = `${method} ${route} ${status}`
    const cached = this.series.get(key)
    if (cached) return cached
    const series = this.requests.labels({ method, route, status: String(status) })
    this.series.set(key, series)
    return series
  }
}
