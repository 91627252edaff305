import type { Middleware } from 'koa'
import { Counter, Histogram, type Registry } from 'prom-client'

/** What an operator watches (docs/operating.md says what each means). */
export class Metrics {
  private readonly requests: Histogram<'method' | 'route' | 'status'>
  readonly leftForSweeper: Counter<'what'>
  readonly mended: Counter<'what'>

  /** @param commandsSent - the database commands sent so far; read when the metrics are. */
  constructor(
    readonly registry: Registry,
    commandsSent: () => number,
  ) {
    const registers = [registry]
    new Counter({
      name: 'forum_database_commands_total',
      help: 'Commands sent to the database',
      registers,
      collect() {
        this.reset()
        this.inc(commandsSent())
      },
    })
    this.requests = new Histogram({
      name: 'forum_http_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    })
    this.leftForSweeper = new Counter({
      name: 'forum_thread_log_failures_total',
      help: 'Steps after a commit that failed and are made good by a sweep',
      labelNames: ['what'],
      registers,
    })
    this.mended = new Counter({
      name: 'forum_scrubber_mended_total',
      help: 'Boards, members and threads whose counters a scrub found wrong and corrected; should stay 0',
      labelNames: ['what'],
      registers,
    })
  }

  /** Times each request under its route's pattern, never under the path itself. */
  middleware(): Middleware {
    return async (ctx, next) => {
      const stop = this.requests.startTimer({ method: ctx.method })
      await next()
      const route = (ctx as { _matchedRoute?: string })._matchedRoute ?? 'none'
      stop({ route, status: String(ctx.status) })
    }
  }
}
