import type { Logger } from 'pino'
import { isDatabaseUnavailable, isDiskFull } from '../mongo/database'

/** Minimum interval between two lines about the same outage. */
const OUTAGE_INTERVAL_MS = 60_000

/** When each outage was last logged, in milliseconds of `performance.now()`. */
const outagesOf = new WeakMap<Logger, Map<string, number>>()

function outageOf(error: unknown): string | null {
  if (isDatabaseUnavailable(error)) return 'the database is unavailable'
  return isDiskFull(error) ? 'the disk is full' : null
}

/**
 * Logs a failure with its stack. An outage fails everything in the same way, so of each only a line a minute is logged,
 * without a stack.
 */
export function logFailure(
  log: Logger,
  level: 'error' | 'warn' | 'debug',
  { err, ...context }: { err: unknown; requestId?: string; what?: string },
  message: string,
): void {
  const outage = outageOf(err)
  if (outage === null) {
    log[level]({ err, ...context }, message)
    return
  }
  const logged = outagesOf.get(log) ?? new Map<string, number>()
  outagesOf.set(log, logged)
  const now = performance.now()
  if (now - (logged.get(outage) ?? -Infinity) < OUTAGE_INTERVAL_MS) return
  logged.set(outage, now)
  const { code, message: reason } = err as Error & { code?: number | string }
  log.error({ ...context, code, reason }, outage)
}
