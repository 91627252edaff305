import type Router from '@koa/router'
import { limitByAddress, type Handlers } from '../platform/mount'
import type { RateLimits } from '../platform/rate-limits'
import { sendBody } from '../platform/responses'
import type { FeedQueries } from './feeds.queries'

export const feedRoutes = (feeds: FeedQueries) =>
  ({
    feed: () => feeds.feed(null),
    boardFeed: (call) => feeds.feed(call.params.boardId),
  }) satisfies Partial<Handlers>

/** Mounts the files that crawlers expect outside `/api`. */
export function mountCrawlerFiles(
  router: Router,
  { feeds, limits, siteUrl }: { feeds: FeedQueries; limits: RateLimits; siteUrl: () => string },
): void {
  router.get('/sitemap.xml', async (ctx) => {
    await limitByAddress(limits, ctx)
    ctx.set('Content-Type', 'application/xml; charset=utf-8')
    ctx.set('Cache-Control', 'no-cache')
    await sendBody(ctx, await feeds.sitemap())
  })
  router.get('/sitemap-:part.xml', async (ctx) => {
    await limitByAddress(limits, ctx)
    const body = await feeds.sitemapPart(ctx.params.part ?? '')
    ctx.set('Content-Type', 'application/xml; charset=utf-8')
    ctx.set('Cache-Control', 'no-cache')
    await sendBody(ctx, body)
  })
  router.get('/robots.txt', async (ctx) => {
    await limitByAddress(limits, ctx)
    ctx.set('Cache-Control', 'no-cache')
    ctx.type = 'text/plain; charset=utf-8'
    ctx.body = [...ROBOTS, `Sitemap: ${siteUrl()}/sitemap.xml`, ''].join('\n')
  })
}

const ROBOTS = [
  'User-agent: *',
  'Disallow: /api/',
  'Allow: /api/uploads/',
  'Disallow: /admin/',
  'Disallow: /my/',
  'Disallow: /profile',
  'Disallow: /new-thread',
  'Disallow: /search',
  'Disallow: /test',
  'Allow: /',
  '',
]
