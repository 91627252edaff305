import type Router from '@koa/router'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { api, openApiDocument } from '@forum/shared/contract'
import type { Registry } from 'prom-client'
import { ForumError } from '@forum/shared/errors'
import type { Context } from 'koa'
import { limitByAddress } from './admission'
import { wasForwarded } from './proxies'
import type { RateLimits } from './rate-limits'
import { ResponseBody } from './response-body'
import { sendBody } from './responses'
import { isSameSecret } from '../secrets'
import { escapeXml } from './xml'

const STYLE = `:root{color-scheme:light dark}
body{font:15px/1.6 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #8886;padding:.4rem .6rem;text-align:left;vertical-align:top}
@media(max-width:40rem){thead{display:none}tr{display:block;border-bottom:1px solid #8886;padding:.5rem 0}td{display:block;border:0;padding:0}}`

/** Allows the page its own style only. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Renders the contract as a plain page without scripts, from the same data as the OpenAPI document. */
function page(siteName: string): string {
  const rows = Object.values(api).map(
    (endpoint) =>
      `<tr><td><code>${endpoint.methods.join(' · ')}</code></td><td><code>/api${escapeXml(endpoint.path)}</code></td>` +
      `<td>${escapeXml(endpoint.summary)}</td><td>${endpoint.access}</td><td>${escapeXml(endpoint.errors.join(', '))}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>API · ${escapeXml(siteName)}</title>
<style>${STYLE}</style></head><body><main>
<h1>HTTP API</h1><p>The schemas of every call are in <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who</th><th>Refusals</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></main></body></html>`
}

const LOOPBACK = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/

/**
 * Returns true if the caller may read the metrics: with the token if one is configured, otherwise from this machine.
 * A forwarded request never counts as local; a proxy that sends no forwarding header cannot be recognised, hence the
 * token.
 */
export function mayReadMetrics(
  { headers, socket }: IncomingMessage,
  metricsToken: string | undefined,
): boolean {
  if (metricsToken === undefined) return LOOPBACK.test(socket.remoteAddress ?? '') && !wasForwarded(headers)
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  // Node reads header bytes as Latin-1; a token beyond ASCII is sent as UTF-8.
  return isSameSecret(Buffer.from(token, 'latin1').toString(), metricsToken)
}

/** Builds a value on first use and once more for every other name of the site: few processes ever serve these documents. */
function perName<T>(siteName: () => string, build: (name: string) => T): () => T {
  let built: { name: string; value: T } | null = null
  return () => {
    const name = siteName()
    if (built?.name !== name) built = { name, value: build(name) }
    return built.value
  }
}

/** Adds the routes for machines and operators: the OpenAPI document, its page, and metrics. */
export function mountDocs(
  router: Router,
  options: {
    siteName: () => string
    registry: Registry
    /** Required to read the metrics; without it, only this machine may. */
    metricsToken: string | undefined
    limits: RateLimits
  },
): void {
  const { siteName, registry, metricsToken, limits } = options
  const openApi = perName(siteName, (name) => ResponseBody.of(openApiDocument(api, name)))
  const docs = perName(siteName, (name) => new ResponseBody(Buffer.from(page(name))))
  router.get('/api/openapi.json', async (ctx) => {
    await limitByAddress(limits, ctx)
    ctx.set('Content-Type', 'application/json; charset=utf-8')
    await sendDocument(ctx, openApi())
  })
  router.get('/api/docs', async (ctx) => {
    await limitByAddress(limits, ctx)
    ctx.set('Content-Type', 'text/html; charset=utf-8')
    ctx.set('Content-Security-Policy', POLICY)
    await sendDocument(ctx, docs())
  })
  router.get('/api/metrics', async (ctx) => {
    if (!mayReadMetrics(ctx.req, metricsToken)) throw new ForumError('FORBIDDEN')
    ctx.type = registry.contentType
    ctx.body = await registry.metrics()
  })
}

/** Sends a document that rarely changes while the process runs. */
async function sendDocument(ctx: Context, document: ResponseBody): Promise<void> {
  ctx.status = 200
  ctx.set('Cache-Control', 'no-cache')
  await sendBody(ctx, document)
}
