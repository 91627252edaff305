import type { IncomingHttpHeaders } from 'node:http'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'

/** Headers that proxies and tunnels add to what they forward. */
const FORWARDING_HEADERS: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-original-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
])

/** Returns true if a proxy forwarded the request. A client may pretend so, which only costs it permissions. */
export const wasForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => FORWARDING_HEADERS.has(name) || name.startsWith('cf-'))

/** Logs once that an untrusted proxy forwards requests: all its clients then share one address and its limits. */
export function warnOfUntrustedProxy(trustProxy: number, log: Logger): Middleware {
  let hasWarned = trustProxy > 0
  return (ctx, next) => {
    if (!hasWarned && wasForwarded(ctx.headers)) {
      hasWarned = true
      log.warn(
        'A proxy forwards requests, but TRUST_PROXY is 0: all its clients count as one address. See docs/operating.md',
      )
    }
    return next()
  }
}
