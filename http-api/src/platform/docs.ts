import Router from '@koa/router'
import { api, openApiDocument } from '@forum/shared/contract'
import type { Registry } from 'prom-client'
import { ForumError } from '@forum/shared/errors'
import { timingSafeEqual } from 'node:crypto'

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)

/** A page to read the contract by: plain, made from the same data, without a script. */
function page(siteName: string): string {
  const rows = Object.values(api).map(
    (endpoint) =>
      `<tr><td><code>${endpoint.methods.join(' · ')}</code></td><td><code>/api${escape(endpoint.path)}</code></td>` +
      `<td>${escape(endpoint.summary)}</td><td>${endpoint.access}</td><td>${escape(endpoint.errors.join(', '))}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>API · ${escape(siteName)}</title>
<style>body{font:15px/1.6 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ddd;padding:.4rem .6rem;text-align:left;vertical-align:top}</style>
<h1>HTTP API</h1><p>The schemas of every call are in <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who</th><th>Refusals</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></html>`
}

const LOOPBACK = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/

const sameSecret = (given: string, wanted: string) =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))

/** What is read by machines and operators rather than by the page: documents and metrics. */
export function documents(options: {
  siteName: string
  registry: Registry
  metricsToken: string | undefined
}): Router {
  const router = new Router({ prefix: '/api' })
  const openApi = JSON.stringify(openApiDocument(Object.values(api), options.siteName))
  const html = page(options.siteName)
  router.get('/openapi.json', (ctx) => {
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = openApi
  })
  router.get('/docs', (ctx) => {
    ctx.type = 'html'
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    ctx.body = html
  })
  router.get('/metrics', async (ctx) => {
    const token = /^Bearer (\S+)$/.exec(ctx.get('Authorization'))?.[1] ?? ''
    const known = options.metricsToken !== undefined && sameSecret(token, options.metricsToken)
    if (!known && !LOOPBACK.test(ctx.ip)) throw new ForumError('FORBIDDEN')
    ctx.type = options.registry.contentType
    ctx.body = await options.registry.metrics()
  })
  return router
}
