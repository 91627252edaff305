import {
  paginate,
  type MemberHit,
  type Nearby,
  type Pagination,
  type PostHit,
  type SearchSort,
  type ThreadHit,
} from '@forum/shared/contract'
import {
  NEARBY_BELOW,
  POST_SNIPPET_LENGTH,
  SEARCH_BEST,
  SEARCH_MAX_MS,
  SEARCHES_AT_ONCE,
  SEARCHES_WAITING,
  THREAD_SNIPPET_LENGTH,
} from '../platform/limits'
import { searchText, withoutNames } from '@forum/shared/markup'
import { foldForSearch, type FoldedText } from '@forum/shared/text'
import { LRUCache } from 'lru-cache'
import type { BoardQueries, BoardTree } from '../boards'
import { matchedNames, type MemberQueries, mentionedIn, renamedIn } from '../members'
import { BatchedReads } from '../platform/work/batched-reads'
import type { SiteCalendar } from '../platform/site-calendar'
import type { ReadContext, Reader } from '../platform/http/viewer'
import { WorkQueue } from '../platform/work/work-queue'
import type { PostQueries, ThreadQueries } from '../threads'
import type { ThreadLogCollections } from '../log'
import { boardsOf, type Filter } from './evaluate'
import { presentPostHits, presentThreadHits, type FoundPost, type FoundThread, type ShownHit } from './hits'
import type { NearQueries } from './near/near.queries'
import { containsAll, inOrder, matchesByGroup, parseQuery, type Match, type ParsedQuery } from './query'
import type { Hit, RankedHits, SearchEngine } from './search-engine'
import { continueQuery } from './slices'
import { snippetOf } from './snippet'

/** Hits of a page are replaced by later ones if they turn out to be deleted; at most this many are read. */
const READ_MAX = 500
/** Total length of the texts whose comparisons are kept, two bytes a character. */
const COMPARED_CHARACTERS = 2 * 1024 * 1024
/** Texts from this length on are kept folded: to fold one again for each query costs more than the comparison. */
const LONG_TEXT = 2_000
const FOLDED_BYTES = 16 * 1024 * 1024
/** Number of queries that are known as repeated when they come again. */
const RECENT_QUERIES = 1_000

export interface SearchParams {
  q: string
  boardId?: number | undefined
  author?: string | undefined
  from?: string | Date | undefined
  to?: string | Date | undefined
  sortBy: SearchSort
}

interface Paged {
  page: number
  limit: number
}

/** A hit as it is in the database now. */
interface Found {
  post: FoundPost | undefined
  thread: FoundThread | undefined
}

/** A text and a query, compared. */
interface Compared {
  /** The groups of the query that are in the text. */
  groups: readonly number[]
  snippet: string
  highlights: readonly string[]
}

const NO_MATCH: Compared = { groups: [], snippet: '', highlights: [] }

/** A text as readers see it, and the same folded. */
interface SearchedText {
  text: string
  folded: FoldedText
}

/** A search, begun. */
type Search = Awaited<ReturnType<SearchQueries['find']>>

export interface SearchDeps {
  db: Pick<ThreadLogCollections, 'threads' | 'posts'>
  engine: SearchEngine
  near: NearQueries
  threads: ThreadQueries
  posts: PostQueries
  boards: BoardQueries
  members: MemberQueries
  calendar: SiteCalendar
}

/** Searches, and shows only hits that are visible and still match. */
export class SearchQueries {
  /** The hits of several queries are read together. */
  private readonly reads = new BatchedReads((hits: Hit[]) => this.read(hits))
  /** Comparisons of repeated queries, by query and text: readers look for the same words and see the same hits. */
  private readonly compared = new LRUCache<string, Compared>({
    maxSize: COMPARED_CHARACTERS,
    sizeCalculation: (_, key) => key.length,
  })
  /** Long contents, folded. */
  private readonly folded = new LRUCache<string, SearchedText>({
    maxSize: FOLDED_BYTES,
    sizeCalculation: ({ text, folded }, content) =>
      2 * (content.length + text.length + folded.text.length) + folded.from.byteLength + folded.to.byteLength,
  })
  private readonly queue = new WorkQueue({
    atOnce: SEARCHES_AT_ONCE,
    maxWaiting: SEARCHES_WAITING,
    maxWaitMs: SEARCH_MAX_MS / 2,
  })
  private readonly recent = new LRUCache<string, true>({ max: RECENT_QUERIES })

  constructor(private readonly deps: SearchDeps) {}

  /**
   * Runs a search when it is its turn.
   *
   * @throws ForumError `UNAVAILABLE` if too many wait, or its turn does not come
   */
  inTurn<T>(search: () => Promise<T>): Promise<T> {
    return this.queue.run(search)
  }

  /** Returns the best hits of each kind, and how many there are. */
  async best(params: SearchParams, context: ReadContext) {
    const paged = { page: 1, limit: SEARCH_BEST }
    const [found, { members, total }] = await Promise.all([
      this.find(params, { threads: true, posts: true }, context),
      this.deps.members.found(params.q, paged),
    ])
    const [hits, users] = await Promise.all([
      this.hits(found, { ...params, ...paged }, context),
      this.memberHits(members, params.q),
    ])
    const totals = { threads: found.threads.total, posts: found.posts.total, users: total }
    return { ...hits, users, totals }
  }

  async threads(
    params: SearchParams & Paged,
    context: ReadContext,
  ): Promise<{ threads: ThreadHit[]; nearby: Nearby | null; pagination: Pagination }> {
    const found = await this.find(params, { threads: true, posts: false }, context)
    const { threads, nearby } = await this.hits(found, params, context)
    return { threads, nearby, pagination: paginate(params.page, params.limit, found.threads.total) }
  }

  async posts(
    params: SearchParams & Paged,
    context: ReadContext,
  ): Promise<{ posts: PostHit[]; nearby: Nearby | null; pagination: Pagination }> {
    const found = await this.find(params, { threads: false, posts: true }, context)
    const { posts, nearby } = await this.hits(found, params, context)
    return { posts, nearby, pagination: paginate(params.page, params.limit, found.posts.total) }
  }

  /** Presents a page of what was found, with what is near the query if that is little. */
  private async hits(
    found: Search,
    params: SearchParams & Paged,
    context: ReadContext,
  ): Promise<Nearby & { nearby: Nearby | null }> {
    const [threads, posts] = await Promise.all([
      this.verified(found.threads, params, found, THREAD_SNIPPET_LENGTH),
      this.verified(found.posts, params, found, POST_SNIPPET_LENGTH),
    ])
    const exact = { threads, posts }
    const isLittle = found.threads.total + found.posts.total < NEARBY_BELOW && params.page === 1
    const nothing = { threads: [], posts: [] }
    const near =
      isLittle && found.filter
        ? await this.deps.near.nearby(params.q, { ...found, filter: found.filter, exact }, context)
        : nothing
    // Presented together, which takes fewer commands.
    const [shownThreads, shownPosts] = await Promise.all([
      presentThreadHits(this.deps.threads, [...exact.threads, ...near.threads], {
        tree: found.tree,
        ...context,
      }),
      presentPostHits(this.deps.posts, [...exact.posts, ...near.posts], context),
    ])
    const nearThreads = new Set(near.threads.map(({ thread }) => thread._id))
    const nearPosts = new Set(near.posts.map(({ post }) => post._id))
    return {
      threads: shownThreads.filter(({ id }) => !nearThreads.has(id)),
      posts: shownPosts.filter(({ id }) => !nearPosts.has(id)),
      nearby: isLittle
        ? {
            threads: shownThreads.filter(({ id }) => nearThreads.has(id)),
            posts: shownPosts.filter(({ id }) => nearPosts.has(id)),
          }
        : null,
    }
  }

  async members(q: string, paged: Paged): Promise<{ users: MemberHit[]; pagination: Pagination }> {
    const { members, total } = await this.deps.members.found(q, paged)
    return {
      users: await this.memberHits(members, q),
      pagination: paginate(paged.page, paged.limit, total),
    }
  }

  private async find(
    params: SearchParams,
    wanted: { threads: boolean; posts: boolean },
    { reader }: ReadContext,
  ) {
    const begunAt = performance.now()
    const query = parseQuery(params.q)
    const isRepeated = this.recent.has(query.text)
    this.recent.set(query.text, true)
    const tree = await this.deps.boards.structure(reader)
    const filter = await this.filterOf(params, tree, reader)
    const nothing: RankedHits = { total: 0, range: () => [] }
    const found =
      filter &&
      (await this.deps.engine.search({ query, isRepeated, filter, order: params.sortBy, begunAt, wanted }))
    return { query, wanted, isRepeated, tree, filter, begunAt, threads: nothing, posts: nothing, ...found }
  }

  /** Returns null if nothing can match, because there is no such author. */
  private async filterOf(params: SearchParams, tree: BoardTree, reader: Reader): Promise<Filter | null> {
    const { boardId, author, from, to } = params
    const authorId = author === undefined ? undefined : await this.deps.members.idOf(author)
    if (authorId === null) return null
    const { calendar } = this.deps
    return {
      boards: boardId === undefined ? boardsOf(tree, reader) : new Set(tree.underAddress(boardId)),
      author: authorId,
      from: (typeof from === 'string' ? calendar.startOf(from) : from)?.getTime(),
      to: (typeof to === 'string' ? calendar.endOf(to) : to)?.getTime(),
    }
  }

  /** Reads the hits of a page, in order, without those that are deleted, moved elsewhere or no longer match. */
  private async verified(
    hits: RankedHits,
    { page, limit }: Paged,
    { query, isRepeated, filter, begunAt }: Search,
    snippetLength: number,
  ): Promise<ShownHit[]> {
    const shown: ShownHit[] = []
    let start = (page - 1) * limit
    for (let read = 0; shown.length < limit && read < READ_MAX;) {
      const candidates = hits.range(start, limit - shown.length)
      if (candidates.length === 0) break
      const found = await this.reads.getAll(candidates)
      const posts = [...found.values()].flatMap(({ post }) => post ?? [])
      const people = await this.deps.members.people(mentionedIn(posts))
      for (const hit of candidates) {
        const { post, thread } = found.get(hit) ?? {}
        if (!post || !thread || post.isDeleted || thread.isDeleted || post.threadId !== thread._id) continue
        if (filter?.boards && !filter.boards.has(thread.boardId)) continue
        // Before it is compared, so that nobody finds or sees part of a name that is no longer shown.
        const content = withoutNames(post.content, renamedIn([post], people))
        const text = await this.compareContent(content, { query, isRepeated, begunAt }, snippetLength)
        const title = post.number === 1 ? await compareTitle(thread.title, query, begunAt) : NO_MATCH
        if (containsAll(query, [...text.groups, ...title.groups])) shown.push({ post, thread, text, title })
      }
      start += candidates.length
      read += candidates.length
    }
    return shown
  }

  private async compareContent(
    content: string,
    { query, isRepeated, begunAt }: { query: ParsedQuery; isRepeated: boolean; begunAt: number },
    snippetLength: number,
  ): Promise<Compared> {
    const key = `${snippetLength} ${query.text}\n${content}`
    const cached = isRepeated ? this.compared.get(key) : undefined
    if (cached) return cached
    await continueQuery(begunAt)
    const compared = await compare(this.foldedText(content), query, { snippetLength, begunAt })
    if (isRepeated) this.compared.set(key, compared)
    return compared
  }

  private foldedText(content: string): SearchedText {
    const cached = content.length < LONG_TEXT ? undefined : this.folded.get(content)
    if (cached) return cached
    const text = searchText(content)
    const searched = { text, folded: foldForSearch(text) }
    if (content.length >= LONG_TEXT) this.folded.set(content, searched)
    return searched
  }

  /** Reads the posts and threads of hits in one command. */
  private async read(hits: readonly Hit[]): Promise<ReadonlyMap<Hit, Found>> {
    const { posts, threads } = this.deps.db
    const withIds = (ids: number[]) => [{ $match: { _id: { $in: ids } } }, { $project: { excerpt: 0 } }]
    const threadIds = withIds(hits.map(({ threadId }) => threadId))
    const rows = await posts
      .aggregate<FoundPost | FoundThread>(
        [
          ...withIds(hits.map(({ postId }) => postId)),
          { $unionWith: { coll: threads.collectionName, pipeline: threadIds } },
        ],
        { batchSize: 2 * hits.length + 1 },
      )
      .toArray()
    const postById = new Map<number, FoundPost>()
    const threadById = new Map<number, FoundThread>()
    for (const row of rows) {
      if ('threadId' in row) postById.set(row._id, row)
      else threadById.set(row._id, row)
    }
    return new Map(
      hits.map((hit) => [hit, { post: postById.get(hit.postId), thread: threadById.get(hit.threadId) }]),
    )
  }

  private async memberHits(
    members: Awaited<ReturnType<MemberQueries['found']>>['members'],
    q: string,
  ): Promise<MemberHit[]> {
    const people = await this.deps.members.peopleIn(members)
    return Promise.all(
      members.map(async (member) => ({
        ...people.author(member._id),
        highlights: await matchedNames(member, q),
      })),
    )
  }
}

const compareTitle = (title: string, query: ParsedQuery, begunAt: number): Promise<Compared> =>
  compare({ text: title, folded: foldForSearch(title) }, query, { snippetLength: Infinity, begunAt })

/** Compares a text with a query, in slices: a long text with many words takes longer than one. */
async function compare(
  { text, folded }: SearchedText,
  query: ParsedQuery,
  { snippetLength, begunAt }: { snippetLength: number; begunAt: number },
): Promise<Compared> {
  const found: Match[][] = []
  for (const matches of matchesByGroup(folded, query)) {
    found.push(matches)
    await continueQuery(begunAt)
  }
  const groups = found.flatMap((matches, group) => (matches.length > 0 ? group : []))
  return { groups, ...snippetOf({ text, matches: inOrder(found) }, snippetLength) }
}
