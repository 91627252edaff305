import { ForumError } from '@forum/shared/errors'
import type Router from '@koa/router'
import type { Context } from 'koa'
import type { BoardsArea } from '../boards'
import type { ThreadLogCollections } from '../log'
import type { MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import type { SiteArea } from '../site'
import type { ThreadsArea } from '../threads'
import { FeedQueries } from './feeds.queries'
import { feedRoutes, mountCrawlerFiles } from './feeds.routes'
import { HtmlPages } from './html-pages'
import { mountHtmlPages } from './html-pages.routes'
import type { ImportCollections } from './imports.model'
import { OldAddresses } from './old-addresses.queries'
import { mountOldAddresses, nothingThere } from './old-addresses.routes'

/** The built page, whose screens are served with their content. Its headers replace the API's. */
export interface Page {
  shell: string
  headers: Readonly<Record<string, string>>
  /** The icons that come with it, by path. */
  icons: Readonly<Record<string, Uint8Array>>
}

interface DocumentsNeeds {
  members: Pick<MembersArea, 'queries' | 'profiles'>
  boards: Pick<BoardsArea, 'queries' | 'categories'>
  site: Pick<SiteArea, 'settings' | 'announcements' | 'pages' | 'current'>
  threads: Pick<ThreadsArea, 'queries' | 'postQueries' | 'boardPages'>
  page: Page | null
}

/**
 * Creates the pages for readers without scripts: screens as documents, feeds, the sitemap, and addresses of an
 * imported forum.
 */
export function createDocuments(ground: Ground<DocumentsDb>, needs: DocumentsNeeds) {
  const { db, config, cache, clock, limits, log } = ground
  const { members, boards, site, threads, page } = needs
  const { siteUrl } = config
  const { siteName } = site.settings
  const feeds = new FeedQueries({
    db,
    boards: boards.queries,
    categories: boards.categories,
    members: members.queries,
    cache,
    siteName,
    siteUrl,
  })
  const addresses = new OldAddresses(db, {
    currentOf: (threadId) => threads.postQueries.moved.currentOf(threadId),
    isOpen: async (boardId) => (await boards.queries.wholeStructure()).openBoards.has(boardId),
  })
  const mountPages = ({ shell, headers }: Page, router: Router) => {
    const pages = new HtmlPages({
      shell,
      site: site.current,
      threads: threads.queries,
      posts: threads.postQueries,
      boards: boards.queries,
      boardPages: threads.boardPages,
      announcements: site.announcements,
      pages: site.pages,
      members: members.queries,
      profiles: members.profiles,
      clock,
    })
    mountHtmlPages(router, { pages, limits, headers, log })
    const notFound = (ctx: Context) => {
      const { status, body } = pages.failed(new ForumError('NOT_FOUND'))
      ctx.set(headers)
      ctx.set('Content-Type', 'text/html; charset=utf-8')
      ctx.status = status
      ctx.body = body.bytes
      return Promise.resolve()
    }
    mountOldAddresses(router, { addresses, limits, notFound })
  }
  return {
    routes: feedRoutes(feeds),
    mount: (router: Router) => {
      mountCrawlerFiles(router, { feeds, limits, clock, siteUrl, securityContact: config.securityContact })
      if (page) mountPages(page, router)
      else mountOldAddresses(router, { addresses, limits, notFound: nothingThere })
    },
  }
}
type DocumentsDb = ThreadLogCollections & ImportCollections
