import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns whether a handshake is allowed by its `Origin`. Browsers do not apply CORS to WebSockets, so any
 * page could connect otherwise. Clients other than browsers send no origin and are admitted.
 */
export function isOriginAllowed(
  headers: IncomingHttpHeaders,
  allowed: readonly string[],
  trustProxy: number,
): boolean {
  const { origin } = headers
  if (origin === undefined) return true
  if (allowed.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const forwarded = trustProxy > 0 ? [headers['x-forwarded-host'] ?? []].flat()[0] : undefined
  const host = forwarded?.split(',').at(-1)?.trim() ?? headers.host
  // The scheme is not compared: TLS may end at a proxy.
  return host !== undefined && new URL(origin).host === withoutDefaultPort(host)
}

const withoutDefaultPort = (host: string) => host.toLowerCase().replace(/:(80|443)$/, '')
