import type { IncomingHttpHeaders } from 'node:http'

/** The caller's address, believing `X-Forwarded-For` for as many hops as `TRUST_PROXY` says (contract §8). */
export function callerAddress(
  headers: IncomingHttpHeaders,
  remoteAddress: string,
  trustProxy: number,
): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().flatMap((list) => list.split(','))
  const hops = [...forwarded.map((hop) => hop.trim()), remoteAddress]
  return hops[Math.max(0, hops.length - 1 - trustProxy)] ?? remoteAddress
}
