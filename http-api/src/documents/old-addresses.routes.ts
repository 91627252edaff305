import type Router from '@koa/router'
import { ForumError } from '@forum/shared/errors'
import type { Context } from 'koa'
import { limitByAddress } from '../platform/http/admission'
import type { RateLimits } from '../platform/http/rate-limits'
import { readOldAddress } from './old-address'
import type { OldAddresses } from './old-addresses.queries'

const PATTERNS = [
  '/thread-:rest.html',
  '/forum-:rest.html',
  '/space-uid-:rest.html',
  '/forum.php',
  '/home.php',
  '/viewthread.php',
  '/forumdisplay.php',
  '/redirect.php',
  '/space.php',
]

/** Redirects addresses of an imported forum for good. `notFound` responds where there is nothing. */
export function mountOldAddresses(
  router: Router,
  {
    addresses,
    limits,
    notFound,
  }: {
    addresses: Pick<OldAddresses, 'pathOf'>
    limits: Pick<RateLimits, 'consume'>
    notFound: (ctx: Context) => Promise<void>
  },
): void {
  for (const pattern of PATTERNS) {
    router.get(pattern, async (ctx) => {
      await limits.consume('read', await limitByAddress(limits, ctx))
      const address = readOldAddress(ctx.path, new URLSearchParams(ctx.querystring))
      const path = address && (await addresses.pathOf(address))
      if (path === null) return notFound(ctx)
      ctx.status = 301
      ctx.set('Location', path)
      ctx.set('Cache-Control', 'public, max-age=86400')
      ctx.body = ''
    })
  }
}

/** Responds as an API without a page does. */
export const nothingThere = (): Promise<void> => Promise.reject(new ForumError('NOT_FOUND'))
