import { ForumError } from '@forum/shared/errors'
import { FEED_SIZE, SITEMAP_SIZE } from '../platform/limits'
import { withoutNames } from '@forum/shared/markup'
import type { BoardDoc, BoardQueries, BoardTree, CategoryService } from '../boards'
import { type MemberQueries, mentionedIn, renamedIn } from '../members'
import type { ResponseCache } from '../platform/http/response-cache'
import { ResponseBody } from '../platform/http/response-body'
import type { ThreadDoc, ThreadLogCollections } from '../log'
import { element, type Xml } from '../platform/http/xml'

/** Names of authors and boards in a feed may be this old. */
const FEED_MAX_AGE_MS = 60_000
/** Crawlers return after days, and a part of the sitemap reads thousands of threads. */
const SITEMAP_MAX_AGE_MS = 10 * 60_000

export interface FeedDeps {
  db: Pick<ThreadLogCollections, 'threads'>
  boards: BoardQueries
  categories: Pick<CategoryService, 'all'>
  members: MemberQueries
  cache: ResponseCache
  siteName: () => string
  /** The address of the site, without a trailing slash. */
  siteUrl: () => string
}

/**
 * Reads for crawlers and feed readers: feeds of new threads, and the sitemap. None of them signs in, so they get what
 * strangers see.
 */
export class FeedQueries {
  constructor(private readonly deps: FeedDeps) {}

  /** Returns the newest threads of the forum, or of a board and those below it. */
  async feed(boardId: number | null): Promise<ResponseBody> {
    const { boards, cache } = this.deps
    const required = await boards.version()
    const stranger = await boards.stranger()
    const { body } = await cache.get(
      {
        kind: 'feed',
        key: `${String(boardId)} ${this.deps.siteName()} ${stranger.as.boards.key}`,
        required,
        maxAgeMs: FEED_MAX_AGE_MS,
      },
      async () => {
        const { tree, version } = await boards.versionedTree(stranger)
        const board = boardId === null ? null : tree.at(boardId)
        if (board === undefined) throw new ForumError('NOT_FOUND')
        return { version, body: new ResponseBody((await this.rss(tree, board)).toDocument()) }
      },
    )
    return body
  }

  private async rss(tree: BoardTree, board: BoardDoc | null): Promise<Xml> {
    const { db, members, siteName, siteUrl } = this.deps
    const threads = await db.threads
      .find(
        {
          isDeleted: false,
          ...(board ? { boardId: { $in: tree.withDescendants(board._id) } } : tree.inSight()),
        },
        { sort: { createdAt: -1, _id: -1 }, limit: FEED_SIZE },
      )
      .toArray()
    const people = await members.people([...threads.map(({ authorId }) => authorId), ...mentionedIn(threads)])
    const home = siteUrl()
    const self = board ? `/api/boards/${board._id}/feed.xml` : '/api/feed.xml'
    const item = (thread: ThreadDoc) => {
      const link = `${home}/threads/${thread._id}`
      return element('item', [
        element('title', thread.title),
        element('link', link),
        element('guid', link, { isPermaLink: 'true' }),
        element('pubDate', thread.createdAt.toUTCString()),
        element('dc:creator', people.summary(thread.authorId).displayName),
        element('category', tree.find(thread.boardId)?.nameZh ?? ''),
        element('description', withoutNames(thread.excerpt, renamedIn([thread], people))),
      ])
    }
    const channel = element('channel', [
      element('title', board ? `${board.nameZh} - ${siteName()}` : siteName()),
      element('link', board ? `${home}/boards/${board._id}` : `${home}/`),
      element('description', board ? board.descriptionZh || board.nameZh : `${siteName()}的最新主题`),
      element('language', 'zh-cn'),
      element('atom:link', '', { href: home + self, rel: 'self', type: 'application/rss+xml' }),
      ...threads.map(item),
    ])
    return element('rss', [channel], {
      version: '2.0',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    })
  }

  /**
   * Returns the sitemap: boards, categories and threads. If a forum has more threads than fit, it is an index of parts,
   * each with the threads in one range of ids.
   */
  sitemap(): Promise<ResponseBody> {
    return this.keptSitemap('', async () => {
      const parts = Math.max(1, Math.ceil((await this.lastThreadId()) / SITEMAP_SIZE))
      if (parts === 1) return this.urls([...(await this.screens()), ...(await this.threadsOf(1))])
      const names = ['pages', ...Array.from({ length: parts }, (_, i) => String(i + 1))]
      const links = names.map((name) =>
        element('sitemap', [element('loc', `${this.deps.siteUrl()}/sitemap-${name}.xml`)]),
      )
      return element('sitemapindex', links, { xmlns: SITEMAPS })
    })
  }

  /** Returns one part of the sitemap: `pages`, or the number of a range of threads. */
  sitemapPart(name: string): Promise<ResponseBody> {
    return this.keptSitemap(name, async () => {
      if (name === 'pages') return this.urls(await this.screens())
      const part = /^[1-9][0-9]{0,8}$/.test(name) ? Number(name) : 0
      if (part === 0 || (part - 1) * SITEMAP_SIZE >= (await this.lastThreadId())) {
        throw new ForumError('NOT_FOUND')
      }
      return this.urls(await this.threadsOf(part))
    })
  }

  private async keptSitemap(key: string, build: () => Promise<Xml>): Promise<ResponseBody> {
    const { accessKey } = await this.deps.boards.wholeStructure()
    const version = await this.deps.boards.visibility()
    const { body } = await this.deps.cache.get(
      { kind: 'sitemap', key: `${key} ${accessKey}`, required: version, maxAgeMs: SITEMAP_MAX_AGE_MS },
      async () => ({ version, body: new ResponseBody((await build()).toDocument()) }),
    )
    return body
  }

  private async lastThreadId(): Promise<number> {
    const last = await this.deps.db.threads.findOne({}, { projection: { _id: 1 }, sort: { _id: -1 } })
    return last?._id ?? 0
  }

  private async screens(): Promise<SitemapEntry[]> {
    const tree = await this.deps.boards.tree(await this.deps.boards.stranger())
    const { list } = await this.deps.categories.all()
    const categories = list.filter(({ key }) => tree.boards.some((board) => board.category === key))
    return [
      { path: '/' },
      { path: '/boards' },
      ...categories.map(({ slug }) => ({ path: `/category/${slug}` })),
      ...tree.boards.map(({ _id, lastPostAt }) => ({ path: `/boards/${_id}`, changedAt: lastPostAt })),
    ]
  }

  private async threadsOf(part: number): Promise<SitemapEntry[]> {
    const after = (part - 1) * SITEMAP_SIZE
    const tree = await this.deps.boards.structure(await this.deps.boards.stranger())
    const threads = await this.deps.db.threads
      .find(
        { _id: { $gt: after, $lte: after + SITEMAP_SIZE }, isDeleted: false, ...tree.inSight() },
        { projection: { lastPostAt: 1 }, sort: { _id: 1 } },
      )
      .toArray()
    return threads.map(({ _id, lastPostAt }) => ({ path: `/threads/${_id}`, changedAt: lastPostAt }))
  }

  private urls(entries: readonly SitemapEntry[]): Xml {
    const home = this.deps.siteUrl()
    const urls = entries.map(({ path, changedAt }) =>
      element('url', [
        element('loc', home + path),
        ...(changedAt ? [element('lastmod', changedAt.toISOString())] : []),
      ]),
    )
    return element('urlset', urls, { xmlns: SITEMAPS })
  }
}

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9'

interface SitemapEntry {
  path: string
  changedAt?: Date | null
}
