import type Router from '@koa/router'
import { ForumError } from '@forum/shared/errors'
import { SEARCH_QUERY_MAX } from '@forum/shared/limits'
import { cutCharacters } from '@forum/shared/text'
import type { Context } from 'koa'
import type { Logger } from 'pino'
import { logFailure } from '../platform/work/failures'
import { limitByAddress } from '../platform/http/admission'
import type { RateLimits } from '../platform/http/rate-limits'
import { sendBody } from '../platform/http/responses'
import type { Params } from '../platform/http/router'
import type { HtmlPage, HtmlPages } from './html-pages'

/** Parses an id in an address; returns 0, which no document has, for anything else. */
const idOf = (text: string | undefined) => (/^[1-9][0-9]{0,14}$/.test(text ?? '') ? Number(text) : 0)

/** Mounts the screens that have documents. `headers` are the page's, used instead of the API's. */
export function mountHtmlPages(
  router: Router,
  options: {
    pages: Pick<HtmlPages, keyof HtmlPages>
    limits: Pick<RateLimits, 'consume'>
    headers: Readonly<Record<string, string>>
    log: Logger
  },
): void {
  const { pages, limits, headers, log } = options
  const add = (
    pattern: string,
    show: (params: Params, page: string | null, query: string) => Promise<HtmlPage> | HtmlPage,
  ) => {
    router.get(pattern, async (ctx) => {
      ctx.set(headers)
      ctx.set('Vary', 'Accept-Encoding')
      ctx.set('Content-Type', 'text/html; charset=utf-8')
      const { status, body, location } = await shown(ctx, (page) =>
        show(ctx.params, page, typeof ctx.query.q === 'string' ? ctx.query.q : ''),
      )
      ctx.status = status
      ctx.set('Cache-Control', 'no-cache')
      if (location !== undefined) ctx.set('Location', location)
      if (status === 200) await sendBody(ctx, body)
      else ctx.body = body.bytes
    })
  }
  const shown = async (
    ctx: Context,
    show: (page: string | null) => Promise<HtmlPage> | HtmlPage,
  ): Promise<HtmlPage> => {
    try {
      const address = await limitByAddress(limits, ctx)
      await limits.consume('read', address)
      return await show(typeof ctx.query.page === 'string' ? ctx.query.page : null)
    } catch (error) {
      if (!(error instanceof ForumError)) logFailure(log, 'error', { err: error }, 'page failed')
      else if (error.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(error.retryAfterSeconds))
      return pages.failed(error)
    }
  }
  add('/', () => pages.home())
  add('/hot', () => pages.hot())
  add('/users/:userId', ({ userId }) => pages.member(idOf(userId)))
  add('/search', (_params, _page, query) => pages.search(cutCharacters(query, SEARCH_QUERY_MAX)))
  for (const slug of ['terms', 'privacy', 'help']) add(`/${slug}`, () => pages.sitePage(slug))
  add('/pages/:slug', ({ slug = '' }) => pages.sitePage(slug))
  add('/complaint', () => pages.complaint())
  add('/boards', () => pages.boards())
  add('/boards/:boardId', ({ boardId }, page) => pages.board(idOf(boardId), page))
  add('/category/:name', ({ name = '' }, page) => pages.category(name, page))
  add('/threads/:threadId', ({ threadId }) => pages.thread(idOf(threadId), null))
  add('/threads/:threadId/page/:page', ({ threadId, page = '' }) => pages.thread(idOf(threadId), page))
}
