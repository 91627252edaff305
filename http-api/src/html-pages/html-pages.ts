import { ERRORS, ForumError } from '@forum/shared/errors'
import { HOME_ROWS_PER_AUTHOR, PAGE_SIZE } from '@forum/shared/limits'
import { LRUCache } from 'lru-cache'
import type { Announcements } from '../announcement'
import type { BoardPageQueries } from '../board-pages'
import type { BoardQueries } from '../boards'
import { ResponseBody } from '../platform/response-body'
import type { ThreadQueries } from '../threads'
import { bareShell, inShell, type Document, type Site } from './documents'
import {
  boardDocument,
  boardsDocument,
  categoryDocument,
  homeDocument,
  threadDocument,
  type ApiResponses,
} from './screens'

const KEPT_MAX_BYTES = 32 * 1024 * 1024
const ENTRY_BYTES = 1_024

/** Documents are rendered for an anonymous reader, in Chinese, and are the same for everyone. */
const READER = { viewer: null, language: 'zh' } as const

export interface HtmlPageDeps {
  /** The built page, with an empty root. */
  shell: string
  site: () => Site
  threads: ThreadQueries
  boards: BoardQueries
  boardPages: BoardPageQueries
  announcements: Announcements
}

/** A screen's document with its status. */
export interface HtmlPage {
  status: number
  body: ResponseBody
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
      const [threads, boards, announcement] = await Promise.all([
        this.deps.threads.list(query, READER),
        this.deps.boardPages.list('zh'),
        this.deps.announcements.current(),
      ])
      return {
        of: [threads, boards, ResponseBody.of({ announcement })],
        make: () =>
          homeDocument(read<'threads'>(threads), read<'boards'>(boards), announcement, this.deps.site()),
      }
    })
  }

  boards(): Promise<HtmlPage> {
    return this.page('/boards', async () => {
      const boards = await this.deps.boardPages.list('zh')
      return { of: [boards], make: () => boardsDocument(read<'boards'>(boards)) }
    })
  }

  board(boardId: number, page: string | null): Promise<HtmlPage> {
    return this.page(`/boards/${boardId} ${page}`, async () => {
      const query = { page: pageOf(page), limit: PAGE_SIZE, sortBy: 'lastPostAt', sortOrder: 'DESC' } as const
      const board = await this.deps.boardPages.board(boardId, query, READER)
      return { of: [board], make: () => boardDocument(read<'board'>(board), this.deps.site()) }
    })
  }

  category(name: string, page: string | null): Promise<HtmlPage> {
    return this.page(`/category/${name} ${page}`, async () => {
      const query = { page: pageOf(page), limit: PAGE_SIZE }
      const category = await this.deps.boardPages.category(name, query, READER)
      return { of: [category], make: () => categoryDocument(read<'category'>(category), this.deps.site()) }
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
      const tree = await boards.structure()
      const response = await threads.page(threadId, query, { tree, ...READER })
      const thread = response instanceof ResponseBody ? response : ResponseBody.of(response)
      return { of: [thread], make: () => threadDocument(read<'thread'>(thread), this.deps.site()) }
    })
  }

  /** Returns the app without a document: the app shows the error to the reader. */
  failed(error: unknown): HtmlPage {
    const status = error instanceof ForumError ? ERRORS[error.code].status : 503
    return {
      status,
      body: new ResponseBody(Buffer.from(bareShell(this.deps.shell, this.deps.site(), { isMissing: true }))),
    }
  }

  private async page(
    key: string,
    load: () => Promise<{ of: readonly ResponseBody[]; make: () => Document }>,
  ): Promise<HtmlPage> {
    const { of, make } = await load()
    const version = [this.deps.site().name, ...of.map(({ etag }) => etag)].join(' ')
    const kept = this.kept.get(key)
    if (kept?.of === version) return { status: 200, body: kept.body }
    const body = new ResponseBody(Buffer.from(inShell(this.deps.shell, make(), this.deps.site())))
    this.kept.set(key, { of: version, body })
    return { status: 200, body }
  }
}

const read = <K extends keyof ApiResponses>(body: ResponseBody) =>
  JSON.parse(body.bytes.toString()) as ApiResponses[K]

/** Parses a page number in an address; anything else is not a page. */
function pageOf(page: string | null): number {
  if (page === null) return 1
  const number = /^[1-9][0-9]{0,8}$/.test(page) ? Number(page) : 0
  if (number === 0) throw new ForumError('NOT_FOUND')
  return number
}
