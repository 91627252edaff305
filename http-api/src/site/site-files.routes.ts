import { ForumError } from '@forum/shared/errors'
import type Router from '@koa/router'
import { limitByAddress } from '../platform/http/admission'
import type { RateLimits } from '../platform/http/rate-limits'
import { sendBody } from '../platform/http/responses'
import type { SiteFiles } from './site-files'

/** Mounts the icons and the colours of the site. `headers` are the page's, used instead of the API's. */
export function mountSiteFiles(
  router: Router,
  options: {
    files: SiteFiles
    limits: Pick<RateLimits, 'consume'>
    headers: Readonly<Record<string, string>>
  },
): void {
  const { files, limits, headers } = options
  for (const pattern of ['/favicon.svg', '/favicon-unread.svg', '/site.css', '/icons/:name']) {
    router.get(pattern, async (ctx) => {
      await limitByAddress(limits, ctx)
      const file = await files.at(ctx.path)
      if (!file) throw new ForumError('NOT_FOUND')
      ctx.set(headers)
      ctx.set('Content-Type', file.type)
      ctx.set('Cache-Control', 'no-cache')
      await sendBody(ctx, file.body)
    })
  }
}
