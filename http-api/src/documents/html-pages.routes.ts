import type Router from '@koa/router'
import { ForumError } from '@forum/shared/errors'
import { SEARCH_QUERY_MAX } from '@forum/shared/limits'
import { DOCUMENT_PATHS, type DocumentPath } from '@forum/shared/screens'
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

/** Renders a document; `textOf` returns a parameter of the query, or an empty text. */
type Show = (
  params: Params,
  page: string | null,
  textOf: (name: string) => string,
) => Promise<HtmlPage> | HtmlPage

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
  const add = (pattern: string, show: Show) => {
    router.get(pattern, async (ctx) => {
      ctx.set(headers)
      ctx.set('Vary', 'Accept-Encoding')
      ctx.set('Content-Type', 'text/html; charset=utf-8')
      const { status, body, location } = await shown(ctx, (page) =>
        show(ctx.params, page, (name) => {
          const value = ctx.query[name]
          return typeof value === 'string' ? value : ''
        }),
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
  const documents: Record<DocumentPath, Show> = {
    '/': () => pages.home(),
    '/latest': (_params, page, textOf) => pages.latest(textOf('list'), page),
    '/hot': () => pages.hot(),
    '/search': (_params, _page, textOf) => pages.search(cutCharacters(textOf('q'), SEARCH_QUERY_MAX)),
    '/boards': () => pages.boards(),
    '/boards/:boardId': ({ boardId }, page) => pages.board(idOf(boardId), page),
    '/category/:name': ({ name = '' }, page) => pages.category(name, page),
    '/threads/:threadId': ({ threadId }) => pages.thread(idOf(threadId), null),
    '/threads/:threadId/page/:page': ({ threadId, page = '' }) => pages.thread(idOf(threadId), page),
    '/users/:userId': ({ userId }) => pages.member(idOf(userId)),
    '/complaint': () => pages.complaint(),
    '/help': () => pages.sitePage('help'),
    '/terms': () => pages.sitePage('terms'),
    '/privacy': () => pages.sitePage('privacy'),
    '/pages/:slug': ({ slug = '' }) => pages.sitePage(slug),
  }
  for (const path of DOCUMENT_PATHS) add(path, documents[path])
}
