import type { Clock } from '@forum/shared/clock'
import { LRUCache } from 'lru-cache'
import type { Freshness, ThreadLogCollections } from '../log'
import type { PlatformCollections } from '../platform/mongo/database'
import { checkIndex, type CheckResult } from './check'
import type { DocList } from './doc-lists'
import { evaluate, type Evaluation, type Filter, type Hits } from './evaluate'
import { SearchConsumer } from './feed'
import type { Reading } from './group-docs'
import { IndexStore, StaleManifestError, type Change } from './index-store'
import { LiveIndex } from './live-index'
import { Maintenance } from './maintenance'
import { conceptsOf } from './near/concepts'
import { Nearness, type NearnessOptions } from './near/nearness'
import { respelled } from './near/spelling'
import type { Synonyms } from './near/synonyms'
import { best, byRelevance, type Score } from './order'
import { MissingPageError, PageCache } from './page-cache'
import type { ParsedQuery } from './query'
import { rebuildIndex } from './rebuild'
import type { SearchCollections } from './search.models'
import type { StoredSegment, TermSource } from './segment'
import { isSliceOver, nextSlice } from './slices'

export type SearchOrder = 'relevance' | 'newest'

export interface SearchRequest {
  query: ParsedQuery
  /** True if the query has come before, so that it may come again. */
  isRepeated: boolean
  filter: Filter
  order: SearchOrder
  /** When the query began, by `performance.now()`: those that began first go on first. */
  begunAt: number
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

/** A search for what is near a query. */
export interface NearRequest extends Pick<NearnessOptions, 'begunAt' | 'deadline' | 'filter' | 'wanted'> {
  query: string
  synonyms: Synonyms
  /** True if the index was read for the same call, so that it need not be brought up to date again. */
  isRead: boolean
}

/** The operations of an index of all posts, whatever stores it. */
export interface SearchEngine {
  /** Records changes of posts and threads; a search that begins later sees them. */
  index(changes: readonly Change[]): Promise<void>
  /** Finds everything that was committed before the call. A hit may have changed since the index was read. */
  search(request: SearchRequest): Promise<Record<'threads' | 'posts', RankedHits>>
  /**
   * Ranks threads and replies by how much of the meaning of a query they hold; `use` may add to it. It is called again if
   * the index was replaced meanwhile.
   */
  near<T>(request: NearRequest, use: (nearness: Nearness) => Promise<T>): Promise<T>
  /** Compares the index with all posts. */
  check(): Promise<CheckResult>
  /** Builds the index again, while the old one stays in use. Continues a rebuild that was interrupted. */
  rebuild(onProgress: (done: number, total: number) => void): Promise<void>
}

/** The result of a search, for both kinds. */
type Ranked = Record<'threads' | 'posts', RankedHits>

/** Smaller numbers let a test reach what takes many posts otherwise. */
export interface SearchSizes {
  /** Totals are exact up to this number. */
  countMax: number
  flushEntries: number
  mergeAt: number
  readAtOnce: number
}

export interface SegmentSearchOptions extends Partial<SearchSizes> {
  db: SearchCollections &
    Pick<ThreadLogCollections, 'threads' | 'posts' | 'threadEvents'> &
    Pick<PlatformCollections, 'leases'>
  clock: Clock
  freshness: Freshness
  /** Totals are exact up to this number. */
  countMax: number
}

/** Segments may be replaced while a query reads them; a second time in a row is unlikely. */
const TRIES = 4

/** Memory for the documents of groups in segments. */
const DOCS_BYTES = 12 * 1024 * 1024
const DOCS_OVERHEAD_BYTES = 256
/** Shorter lists are kept of repeated queries only: they are those of phrases, most of which come once. */
const KEPT_AT_ONCE_FROM = 64
/** Memory for kept hits in one process. */
const KEPT_BYTES = 8 * 1024 * 1024
const KEPT_OVERHEAD_BYTES = 32 * 1024
/** Hits are found again after this time, since their order depends on their age. */
const KEPT_MS = 60_000
/** Up to this many, hits are kept in their order. */
const ORDERED_MAX = 500

/** The index as segments in MongoDB (docs/search.md). */
export class SegmentSearch implements SearchEngine {
  /** Feeds the index with the changes of the log. */
  readonly consumer: SearchConsumer
  private readonly store: IndexStore
  private readonly live: LiveIndex
  private readonly pages: PageCache
  private readonly keptDocs = new LRUCache<string, DocList>({
    maxSize: DOCS_BYTES,
    sizeCalculation: (docs, key) => DOCS_OVERHEAD_BYTES + 2 * key.length + docs.buffer.byteLength,
  })
  private readonly maintenance: Maintenance
  /** The hits of repeated queries. Those who ask while they are found wait for the same. */
  private readonly kept = new LRUCache<
    string,
    Ranked & { bytes: number },
    { request: SearchRequest; now: number }
  >({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => KEPT_OVERHEAD_BYTES + bytes,
    fetchMethod: (_, __, { context: { request, now } }) => this.find(request, now),
    // Whoever waits for hits receives them even if others have taken their place.
    ignoreFetchAbort: true,
  })

  /** New memory for each query would be filled with zeros and collected, which takes a twentieth of a search. */
  private readonly hitBuffer: Uint32Array

  constructor(private readonly options: SegmentSearchOptions) {
    const { db, clock, freshness, countMax } = options
    this.hitBuffer = new Uint32Array(countMax)
    this.store = new IndexStore(db)
    this.live = new LiveIndex(db, this.store, clock, freshness)
    this.pages = new PageCache((ids) => this.store.pages(ids))
    this.maintenance = new Maintenance({ ...options, store: this.store, live: this.live })
    this.consumer = new SearchConsumer(this.store)
  }

  async index(changes: readonly Change[]): Promise<void> {
    await this.store.append(changes)
  }

  /** Returns how many posts the segments contain, how many changes they do not, and whether they are built again. */
  async state(): Promise<{ posts: number; waiting: number; isRebuilding: boolean }> {
    const [{ segments, flushed }, rebuild] = await Promise.all([this.store.manifest(), this.store.rebuild()])
    const posts = segments.reduce((sum, { count, dead }) => sum + count - dead.count(), 0)
    const waiting = Math.max(0, (await this.store.endOfFeed()) - flushed)
    return { posts, waiting, isRebuilding: rebuild !== null }
  }

  /** Makes segments of what has been fed, as the recurring work does. */
  maintain(): Promise<void> {
    return this.maintenance.once()
  }

  /** Loads the index, so that the first query need not wait for it. */
  load(): Promise<void> {
    return this.live.catchUp()
  }

  search(request: SearchRequest): Promise<Ranked> {
    return this.withIndex(() => this.searchOnce(request))
  }

  near<T>(
    { query, synonyms, isRead, ...options }: NearRequest,
    use: (nearness: Nearness) => Promise<T>,
  ): Promise<T> {
    return this.withIndex(async (tries) => {
      if (!isRead || tries > 1) await this.live.catchUp()
      const { keptDocs } = this
      const parts = this.live.view()
      const read: Reading['read'] = (segment, pages) => this.read(segment, pages)
      const nearness = new Nearness({ ...options, parts, threads: this.live.threads, read, keptDocs })
      const pause = async () => {
        if (isSliceOver(options.begunAt)) await nextSlice(options.begunAt)
      }
      await nearness.add(conceptsOf(await respelled(query, parts, { read, pause }), synonyms))
      return use(nearness)
    })
  }

  /** Reads the index, again if segments were replaced meanwhile. */
  private async withIndex<T>(work: (tries: number) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work(tries)
      } catch (error) {
        const isOutdated = error instanceof MissingPageError || error instanceof StaleManifestError
        if (!isOutdated || tries === TRIES) throw error
        this.live.expireManifest()
      }
    }
  }

  /** Finds hits, unless they are kept from the same query of the index as it is now. */
  private async searchOnce(request: SearchRequest): Promise<Ranked> {
    await this.live.catchUp()
    const { query, filter, order, wanted } = request
    const boards = filter.boards && [...filter.boards]
    const now = this.options.clock.now().getTime()
    const { revision } = this.live
    const minute = Math.floor(now / KEPT_MS)
    const key = JSON.stringify([query.text, { ...filter, boards }, order, wanted, revision, minute])
    const ranked = await this.kept.forceFetch(key, { context: { request, now } })
    // Most queries come once, and to collect what they leave costs a twelfth of a search.
    if (!request.isRepeated) this.kept.delete(key)
    return ranked
  }

  private async find(
    { query, isRepeated, filter, order, wanted, begunAt }: SearchRequest,
    now: number,
  ): Promise<Ranked & { bytes: number }> {
    const { keptDocs } = this
    const found = await evaluate({
      // Whatever has the words as a phrase has the words, and only relevance distinguishes the two.
      query: order === 'newest' ? { ...query, phrase: null } : query,
      filter,
      wanted,
      begunAt,
      threads: this.live.threads,
      parts: this.live.view(),
      hitBuffer: this.hitBuffer,
      read: (segment, pages) => this.read(segment, pages),
      keptDocs: {
        get: (key) => keptDocs.get(key),
        set(key, docs) {
          if (isRepeated || docs.length >= KEPT_AT_ONCE_FROM) keptDocs.set(key, docs)
        },
      },
      readAtOnce: this.options.readAtOnce,
    })
    const runs = [...found.threads.runs, ...found.posts.runs]
    const bytes = runs.reduce((sum, { docs }) => sum + docs.byteLength, 0)
    return { ...this.ranked(found, order, now), bytes }
  }

  private ranked(found: Evaluation, order: SearchOrder, now: number): Ranked {
    const scoreOf: Record<SearchOrder, Score> = {
      newest: ({ columns }, doc) => columns.time[doc] ?? 0,
      relevance: byRelevance(this.live.threads, now),
    }
    const rankedOf = ({ total, runs }: Hits): RankedHits => {
      let ordered: Hit[] = []
      return {
        total: Math.min(total, this.options.countMax),
        range: (start, count) => {
          const end = start + count
          if (ordered.length >= Math.min(end, total)) return ordered.slice(start, end)
          const hits = best(runs, end, scoreOf[order])
          if (end <= ORDERED_MAX) ordered = hits
          return hits.slice(start)
        },
      }
    }
    return { threads: rankedOf(found.threads), posts: rankedOf(found.posts) }
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
    // A text that changes during a comparison looks like a fault; only one that is wrong twice is one.
    const second = new Set((await this.compare()).faults.map(({ post }) => post))
    return { ...first, faults: first.faults.filter(({ post }) => second.has(post)) }
  }

  private async compare(): Promise<CheckResult> {
    await this.live.latest()
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
