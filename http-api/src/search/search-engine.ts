import type { Clock } from '@forum/shared/clock'
import type { PlatformCollections } from '../platform/database'
import type { ThreadLogCollections } from '../thread-log'
import { checkIndex, type CheckResult } from './check'
import { evaluate, type Filter, type Hits } from './evaluate'
import { SearchConsumer } from './feed'
import { IndexStore, StaleManifestError, type Change } from './index-store'
import { LiveIndex } from './live-index'
import { Maintenance } from './maintenance'
import { best, maxRelevance, relevance, type Run, type Scoring } from './order'
import { MissingPageError, PageCache } from './page-cache'
import type { ParsedQuery } from './query'
import { rebuildIndex } from './rebuild'
import type { SearchCollections } from './search.models'
import type { StoredSegment, TermSource } from './segment'

export type SearchOrder = 'relevance' | 'newest'

export interface SearchRequest {
  query: ParsedQuery
  filter: Filter
  order: SearchOrder
  /** Which hits are wanted. */
  wanted: { threads: boolean; posts: boolean }
}

export interface Hit {
  postId: number
  threadId: number
}

/** The hits of one kind in order. */
export interface RankedHits {
  /** Exact up to `COUNT_MAX`. */
  total: number
  /** Returns some of them in order; fewer at their end. */
  range(start: number, count: number): Hit[]
}

/** What searches need of an index of all posts, whatever stores it. */
export interface SearchEngine {
  /** Records changes of posts and threads; a search that begins later sees them. */
  index(changes: readonly Change[]): Promise<void>
  /** Finds everything that was committed before the call. A hit may have changed since the index was read. */
  search(request: SearchRequest): Promise<{ threads: RankedHits; posts: RankedHits }>
  /** Compares the index with all posts. */
  check(): Promise<CheckResult>
  /** Builds the index again, while the old one stays in use. Continues a rebuild that was interrupted. */
  rebuild(onProgress: (done: number, total: number) => void): Promise<void>
}

export interface SegmentSearchOptions {
  db: SearchCollections &
    Pick<ThreadLogCollections, 'threads' | 'posts' | 'threadEvents'> &
    Pick<PlatformCollections, 'leases'>
  clock: Clock
  onFailure: (error: unknown) => void
  /** Totals are exact up to this number. */
  countMax: number
  /** Smaller numbers let a test reach what takes many posts otherwise. */
  flushEntries?: number | undefined
  mergeAt?: number | undefined
}

/** Segments may be replaced while a query reads them; a second time in a row is unlikely. */
const TRIES = 4

/** The index as segments in MongoDB (docs/search.md). */
export class SegmentSearch implements SearchEngine {
  /** Feeds the index with the changes of the log. */
  readonly consumer: SearchConsumer
  private readonly store: IndexStore
  private readonly live: LiveIndex
  private readonly pages: PageCache
  private readonly maintenance: Maintenance
  private isStarted = false

  constructor(private readonly options: SegmentSearchOptions) {
    const { db, clock, onFailure, flushEntries, mergeAt } = options
    this.store = new IndexStore(db)
    this.live = new LiveIndex(db, this.store, clock)
    this.pages = new PageCache((ids) => this.store.pages(ids))
    this.maintenance = new Maintenance({
      db,
      store: this.store,
      live: this.live,
      clock,
      onFailure,
      flushEntries,
      mergeAt,
    })
    this.consumer = new SearchConsumer(this.store)
  }

  async index(changes: readonly Change[]): Promise<void> {
    await this.store.append(changes)
  }

  /** Makes segments of what has been fed, as the recurring work does. */
  maintain(): Promise<void> {
    return this.maintenance.once()
  }

  start(): void {
    this.isStarted = true
    this.maintenance.start()
    // The first query need not wait for the index to be loaded.
    this.live.catchUp().catch(this.options.onFailure)
  }

  async stop(): Promise<void> {
    if (this.isStarted) await this.maintenance.stop()
  }

  async search(request: SearchRequest): Promise<{ threads: RankedHits; posts: RankedHits }> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.searchOnce(request)
      } catch (error) {
        const isOutdated = error instanceof MissingPageError || error instanceof StaleManifestError
        if (!isOutdated || tries === TRIES) throw error
        this.live.expireManifest()
      }
    }
  }

  private async searchOnce({ query, filter, order, wanted }: SearchRequest) {
    await this.live.catchUp()
    const { threads } = this.live
    const found = await evaluate({
      query,
      filter,
      wanted,
      threads,
      parts: this.live.view(),
      max: this.options.countMax,
      read: (segment, pages) => this.read(segment, pages),
    })
    const now = this.options.clock.now().getTime()
    const time = ({ columns }: Run, doc: number) => columns.time[doc] ?? 0
    const scoring: Scoring =
      order === 'newest'
        ? { score: time, max: time }
        : {
            score: (run, doc) => {
              const thread = run.columns.thread[doc] ?? 0
              const replies = threads.repliesOf(thread)
              return relevance(run.tier, time(run, doc), replies, threads.lastPostOf(thread), now)
            },
            max: (run, doc) => maxRelevance(run.tier, time(run, doc), now),
          }
    const ranked = ({ total, runs }: Hits): RankedHits => ({
      total: Math.min(total, this.options.countMax),
      range: (start, count) => best(runs, start + count, scoring).slice(start),
    })
    return { threads: ranked(found.threads), posts: ranked(found.posts) }
  }

  private async read(segment: StoredSegment, numbers: readonly number[]): Promise<TermSource> {
    const idOf = (no: number) => this.store.pageId(segment.id, no)
    const pages = await this.pages.get(numbers.map(idOf))
    return segment.withPages((no) => {
      const page = pages.get(idOf(no))
      if (!page) throw new Error('a page of the search index was not read')
      return page
    })
  }

  async check(): Promise<CheckResult> {
    const first = await this.compare()
    if (first.faults.length === 0) return first
    // What changes during a comparison looks like a fault; only what is wrong twice is one.
    const second = new Set((await this.compare()).faults.map(({ post }) => post))
    return { ...first, faults: first.faults.filter(({ post }) => second.has(post)) }
  }

  private async compare(): Promise<CheckResult> {
    this.live.expireManifest()
    await this.live.catchUp()
    return checkIndex({
      db: this.options.db,
      view: this.live.view(),
      pagesOf: (segment) => this.store.pagesOf(segment),
    })
  }

  async rebuild(onProgress: (done: number, total: number) => void): Promise<void> {
    const { db, clock } = this.options
    await rebuildIndex({ db, store: this.store, clock, onProgress })
    this.live.expireManifest()
  }
}
