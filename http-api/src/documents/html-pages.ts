import type { Clock } from '@forum/shared/clock'
import { ERRORS, ForumError } from '@forum/shared/errors'
import { HOME_ROWS_PER_AUTHOR, HOT_DAYS, PAGE_SIZE } from '@forum/shared/limits'
import { LRUCache } from 'lru-cache'
import type { Announcements, SitePages } from '../site'
import type { BoardPageQueries, PostQueries, ThreadQueries } from '../threads'
import { presentBoardName, type BoardQueries } from '../boards'
import type { MemberProfiles, MemberQueries } from '../members'
import { ResponseBody } from '../platform/http/response-body'
import type { ReadContext } from '../platform/http/viewer'
import { bareShell, inShell, type Document, type Site } from './documents'
import { latestListOf, type LatestList } from './lists'
import {
  boardDocument,
  boardsDocument,
  categoryDocument,
  homeDocument,
  hotDocument,
  latestDocument,
  memberDocument,
  complaintDocument,
  searchDocument,
  sitePageDocument,
  threadDocument,
  type ApiResponses,
} from './screens'

const KEPT_MAX_BYTES = 32 * 1024 * 1024
const ENTRY_BYTES = 1_024
const MINUTE_MS = 60_000

/** What the lists of the whole forum show. */
const LATEST = {
  replies: { sortBy: 'lastPostAt' },
  created: { sortBy: 'createdAt' },
  featured: { sortBy: 'lastPostAt', featured: true },
  open: { sortBy: 'lastPostAt', solved: false },
} as const satisfies Record<LatestList, object>

export interface HtmlPageDeps {
  /** The built page, with an empty root. */
  shell: string
  site: () => Site
  threads: ThreadQueries
  posts: Pick<PostQueries, 'one'>
  boards: BoardQueries
  boardPages: BoardPageQueries
  announcements: Announcements
  pages: Pick<SitePages, 'get'>
  members: Pick<MemberQueries, 'byId'>
  profiles: Pick<MemberProfiles, 'presentOne'>
  clock: Clock
}

/** A screen's document with its status. */
export interface HtmlPage {
  status: number
  body: ResponseBody
  /** The path of the screen that an address leads to. */
  location?: string
}

/**
 * Renders screens as HTML, for search engines, link previews and readers without JavaScript. They are built from the
 * API responses that the screens show, and cached as long as these do not change.
 */
export class HtmlPages {
  private readonly kept = new LRUCache<string, { of: string; body: ResponseBody }>({
    maxSize: KEPT_MAX_BYTES,
    sizeCalculation: ({ body }) => body.size + ENTRY_BYTES,
  })

  constructor(private readonly deps: HtmlPageDeps) {}

  home(): Promise<HtmlPage> {
    return this.page('/', async () => {
      const query = {
        page: 1,
        limit: PAGE_SIZE,
        sortBy: 'lastPostAt',
        sortOrder: 'DESC',
        perAuthor: HOME_ROWS_PER_AUTHOR,
      } as const
      const [threads, boards, categories, announcement] = await Promise.all([
        this.deps.threads.list(query, await this.context()),
        this.deps.boardPages.list(await this.context()),
        this.deps.boardPages.categories(await this.context()),
        this.deps.announcements.current(),
      ])
      return {
        of: [threads, boards, categories, ResponseBody.of({ announcement })],
        make: () =>
          homeDocument(
            read<'threads'>(threads),
            read<'boards'>(boards),
            read<'categories'>(categories),
            announcement,
            this.reading(),
          ),
      }
    })
  }

  boards(): Promise<HtmlPage> {
    return this.page('/boards', async () => {
      const { boardPages } = this.deps
      const [boards, categories] = await Promise.all([
        boardPages.list(await this.context()),
        boardPages.categories(await this.context()),
      ])
      return {
        of: [boards, categories],
        make: () => boardsDocument(read<'boards'>(boards), read<'categories'>(categories)),
      }
    })
  }

  board(boardId: number, page: string | null): Promise<HtmlPage> {
    return this.page(`/boards/${boardId} ${page}`, async () => {
      const query = { page: pageOf(page), limit: PAGE_SIZE, sortBy: 'lastPostAt', sortOrder: 'DESC' } as const
      const board = await this.deps.boardPages.board(boardId, query, await this.context())
      return { of: [board], make: () => boardDocument(read<'board'>(board), this.reading()) }
    })
  }

  category(name: string, page: string | null): Promise<HtmlPage> {
    return this.page(`/category/${name} ${page}`, async () => {
      const query = { page: pageOf(page), limit: PAGE_SIZE }
      const category = await this.deps.boardPages.category(name, query, await this.context())
      return { of: [category], make: () => categoryDocument(read<'category'>(category), this.reading()) }
    })
  }

  /** `last` and `unread` are pages too, but only the app, which knows the reader, can resolve them. */
  thread(threadId: number, page: string | null): Promise<HtmlPage> {
    return this.page(`/threads/${threadId} ${page}`, async () => {
      const { threads, boards } = this.deps
      const isNamed = page === 'last' || page === 'unread'
      const query = {
        page: isNamed ? page : pageOf(page),
        limit: PAGE_SIZE,
      } as const
      const context = await this.context()
      const tree = await boards.structure(context.reader)
      const { response } = await threads.page(threadId, query, { tree, ...context })
      const thread = response instanceof ResponseBody ? response : ResponseBody.of(response)
      const { pagination, thread: found } = read<'thread'>(thread)
      const { answerId } = found
      // The thread was merged. The redirect is temporary, since a merge can be undone.
      if (found.id !== threadId) {
        const at = isNamed ? page : pagination.page
        return { location: at === 1 ? `/threads/${found.id}` : `/threads/${found.id}/page/${at}` }
      }
      const answer = answerId === null ? null : await this.deps.posts.one(answerId, context.reader)
      const names = tree.boards.map(({ _id, parentId, nameZh, types }) => [_id, parentId, nameZh, types])
      const of = [thread, ResponseBody.of([names, answer])]
      const parentOf = (boardId: number) => {
        const [, parent] = tree.withAncestors(boardId)
        return parent ? presentBoardName(parent, parent._id, context.language) : null
      }
      const make = () => {
        const shown = read<'thread'>(thread)
        const { boardId, type } = shown.thread
        const typeName = tree.find(boardId)?.types?.find(({ key }) => key === type)?.name ?? null
        return threadDocument({ ...shown, answer, typeName }, parentOf(boardId), this.reading())
      }
      return { of, make }
    })
  }

  latest(list: string, page: string | null): Promise<HtmlPage> {
    const of = latestListOf(list)
    return this.page(`/latest ${of} ${page}`, async () => {
      const query = { ...LATEST[of], page: pageOf(page), limit: PAGE_SIZE, sortOrder: 'DESC' } as const
      const threads = await this.deps.threads.list(query, await this.context())
      return { of: [threads], make: () => latestDocument(of, read<'threads'>(threads), this.reading()) }
    })
  }

  hot(): Promise<HtmlPage> {
    return this.page('/hot', async () => {
      const query = {
        page: 1,
        limit: PAGE_SIZE,
        daysAgo: HOT_DAYS,
        sortBy: 'replyCount',
        sortOrder: 'DESC',
      } as const
      const threads = await this.deps.threads.list(query, await this.context())
      return { of: [threads], make: () => hotDocument(read<'threads'>(threads), this.reading()) }
    })
  }

  member(userId: number): Promise<HtmlPage> {
    return this.page(`/users/${userId}`, async () => {
      const { boards, members, profiles, threads } = this.deps
      const { user } = await profiles.presentOne(await members.byId(userId), null)
      const stranger = await this.context()
      const context = { tree: await boards.structure(stranger.reader), ...stranger }
      const latest = await threads.ofAuthor(userId, { page: 1, limit: PAGE_SIZE }, context)
      const member = { user, threads: latest.threads }
      return { of: [ResponseBody.of(member)], make: () => memberDocument(member, this.reading()) }
    })
  }

  sitePage(slug: string): Promise<HtmlPage> {
    return this.page(`/pages/${slug}`, async () => {
      const page = ResponseBody.of({ page: await this.deps.pages.get(slug, 'zh') })
      return { of: [page], make: () => sitePageDocument(read<'sitePage'>(page), this.reading()) }
    })
  }

  search(query: string): HtmlPage {
    return { status: 200, body: this.bodyOf(searchDocument(query)) }
  }

  complaint(): HtmlPage {
    return { status: 200, body: this.bodyOf(complaintDocument(this.deps.site())) }
  }

  /** Returns the app without a document: the app shows the error to the reader. */
  failed(error: unknown): HtmlPage {
    const status = error instanceof ForumError ? ERRORS[error.code].status : 503
    return {
      status,
      body: new ResponseBody(Buffer.from(bareShell(this.deps.shell, this.deps.site(), { isMissing: true }))),
    }
  }

  /** Documents are rendered for an anonymous reader, in Chinese, and are the same for everyone. */
  private async context(): Promise<ReadContext> {
    return { reader: await this.deps.boards.stranger(), language: 'zh' }
  }

  private reading() {
    return { ...this.deps.site(), now: this.deps.clock.now() }
  }

  private bodyOf(document: Document): ResponseBody {
    return new ResponseBody(Buffer.from(inShell(this.deps.shell, document, this.deps.site())))
  }

  private async page(
    key: string,
    load: () => Promise<{ of: readonly ResponseBody[]; make: () => Document } | { location: string }>,
  ): Promise<HtmlPage> {
    const loaded = await load()
    if ('location' in loaded) return { status: 302, body: NOTHING, location: loaded.location }
    const { of, make } = loaded
    const { now, ...site } = this.reading()
    // Ages change by the minute.
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    const version = [JSON.stringify(site), minute, ...of.map(({ etag }) => etag)].join(' ')
    const kept = this.kept.get(key)
    if (kept?.of === version) return { status: 200, body: kept.body }
    const body = this.bodyOf(make())
    this.kept.set(key, { of: version, body })
    return { status: 200, body }
  }
}

const NOTHING = new ResponseBody(Buffer.alloc(0))

const read = <K extends keyof ApiResponses>(body: ResponseBody) =>
  JSON.parse(body.bytes.toString()) as ApiResponses[K]

/** Parses a page number in an address; anything else is not a page. */
function pageOf(page: string | null): number {
  if (page === null) return 1
  const number = /^[1-9][0-9]{0,8}$/.test(page) ? Number(page) : 0
  if (number === 0) throw new ForumError('NOT_FOUND')
  return number
}
