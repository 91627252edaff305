import { type Clock, DAY_MS } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import type Router from '@koa/router'
import { limitByAddress } from '../platform/http/admission'
import type { Handlers } from '../platform/http/mount'
import type { RateLimits } from '../platform/http/rate-limits'
import { sendBody } from '../platform/http/responses'
import type { FeedQueries } from './feeds.queries'

export const feedRoutes = (feeds: FeedQueries) =>
  ({
    feed: () => feeds.feed(null),
    boardFeed: (call) => feeds.feed(call.params.boardId),
  }) satisfies Partial<Handlers>

interface CrawlerFiles {
  feeds: FeedQueries
  limits: RateLimits
  clock: Clock
  siteUrl: () => string
  /** Where faults in security are reported, an https or mailto address. */
  securityContact: string | undefined
}

/** Mounts the files that crawlers expect outside `/api`. */
export function mountCrawlerFiles(
  router: Router,
  { feeds, limits, clock, siteUrl, securityContact }: CrawlerFiles,
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
  router.get('/.well-known/security.txt', async (ctx) => {
    await limitByAddress(limits, ctx)
    if (securityContact === undefined) throw new ForumError('NOT_FOUND')
    const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS
    ctx.set('Cache-Control', 'no-cache')
    ctx.type = 'text/plain; charset=utf-8'
    ctx.body = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(today + SECURITY_TXT_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: zh, en',
      `Canonical: ${siteUrl()}/.well-known/security.txt`,
      '',
    ].join('\n')
  })
}

/** RFC 9116 wants an end within a year. The operator keeps the contact true for as long as the site runs. */
const SECURITY_TXT_DAYS = 180

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
