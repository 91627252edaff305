import type { ThreadInList } from '@forum/shared/contract'
import {
  NEARBY_MAX_MS,
  NEARBY_SHOWN,
  POST_SNIPPET_LENGTH,
  SIMILAR_THREADS,
  THREAD_SNIPPET_LENGTH,
} from '../../platform/limits'
import { searchText, withoutNames } from '@forum/shared/markup'
import { maySeeBoard } from '@forum/shared/policies'
import { foldForSearch } from '@forum/shared/text'
import type { BoardQueries, BoardTree } from '../../boards'
import type { ThreadDoc, ThreadLogCollections } from '../../log'
import { mentionedIn, renamedIn, type Blocks, type MemberQueries } from '../../members'
import type { PostQueries, ThreadQueries } from '../../threads'
import { boardsOf, type Filter } from '../evaluate'
import type { ReadContext, Reader } from '../../platform/http/viewer'
import type { FoundPost, FoundThread, ShownHit } from '../hits'
import { inOrder, matchesByGroup, type Group, type Match } from '../query'
import type { SearchEngine } from '../search-engine'
import { highlightsOf, snippetOf } from '../snippet'
import { conceptsOfTexts, type WeighedText } from './feedback'
import type { Near } from './nearness'
import type { Synonyms } from './synonyms'

/** Threads whose words are borrowed: they say in the words of the forum what was looked for in others. */
const TEACHERS = 8
/** Weight of borrowed concepts, as a share of the weight of the query's own. */
const BORROWED_SHARE = 0.4
/** Nothing is borrowed if five threads hold this much of a query. */
const ENOUGH = 0.5
/** A text that holds less of a query is not near it, nor one that holds less than this part of what the best does. */
const SHARE_MIN = 0.12
const OF_BEST_MIN = 0.35
/** Candidates are replaced by the next ones if they may not be shown. */
const CANDIDATES = 20
/** Part of a text that is compared. */
const COMPARED_MAX = 4_000

export interface NearDeps {
  db: Pick<ThreadLogCollections, 'threads' | 'posts'>
  engine: SearchEngine
  threads: ThreadQueries
  posts: PostQueries
  boards: Pick<BoardQueries, 'structure'>
  members: MemberQueries
  blocks: Blocks
  synonyms: { current(): Promise<Synonyms> }
}

interface NearSearch {
  filter: Filter
  wanted: { threads: boolean; posts: boolean }
  /** By `performance.now()`. */
  begunAt: number
  /** The results that are already shown. */
  exact: Shown
  tree: BoardTree
}

interface RankOptions extends Pick<NearSearch, 'filter' | 'wanted' | 'begunAt'> {
  /** True if the same call has just read the index. */
  isRead?: boolean
  /** A thread that is left out. */
  without?: number | null
  /** Other texts of the same subject, which count less. */
  more?: readonly WeighedText[]
}

interface Shown {
  threads: ShownHit[]
  posts: ShownHit[]
}

interface Ranked {
  threads: Near[]
  posts: Near[]
  groups: { fromQuery: Group[]; borrowed: Group[] }
}

/** Finds what is close to a query whose words no text has as they are written. */
export class NearQueries {
  constructor(private readonly deps: NearDeps) {}

  /** Returns the threads and replies that hold most of the meaning of a query, without those that are shown already. */
  async nearby(query: string, search: NearSearch, context: ReadContext): Promise<Shown> {
    const { threads, posts, groups } = await this.rank(query, search)
    const { exact } = search
    const threadIds = new Set(exact.threads.map(({ thread }) => thread._id))
    const postIds = new Set(exact.posts.map(({ post }) => post._id))
    const read = await this.read([
      ...threads.filter(({ threadId }) => !threadIds.has(threadId)),
      ...posts.filter(({ postId }) => postId !== null && !postIds.has(postId)),
    ])
    return this.shown(read, groups, { ...search, context })
  }

  /**
   * Returns the ids of threads that are about the same as a text, best first; more than are shown.
   *
   * @param more other texts of the same subject, which count less
   */
  async similarIds(
    text: string,
    reader: Reader,
    { without = null, more = [] }: { without?: number | null; more?: readonly WeighedText[] } = {},
  ): Promise<number[]> {
    const wanted = { threads: true, posts: false }
    const filter = { boards: boardsOf(await this.deps.boards.structure(reader), reader) }
    const search = { filter, wanted, begunAt: performance.now(), isRead: false, without, more }
    const { threads } = await this.rank(text, search)
    return threads.map(({ threadId }) => threadId)
  }

  /** Returns the threads that are about what a title says, best first. */
  async similar(title: string, context: ReadContext): Promise<ThreadInList[]> {
    const ids = await this.similarIds(title, context.reader)
    return this.presentSimilar(await this.deps.db.threads.find({ _id: { $in: ids } }).toArray(), ids, context)
  }

  /** Presents the first of some threads that a reader may see, in the order of their ids. */
  async presentSimilar(
    found: readonly ThreadDoc[],
    ids: readonly number[],
    context: ReadContext,
  ): Promise<ThreadInList[]> {
    const tree = await this.deps.boards.structure(context.reader)
    const isHidden = await this.hiddenFrom(context, found, tree)
    const byId = new Map(found.map((thread) => [thread._id, thread]))
    const shown = ids.flatMap((id): ThreadDoc[] => {
      const thread = byId.get(id)
      return thread && !thread.isDeleted && !isHidden(thread) ? [thread] : []
    })
    return this.deps.threads.presentList(shown.slice(0, SIMILAR_THREADS), { tree, ...context })
  }

  private async rank(
    query: string,
    { filter, wanted, begunAt, isRead = true, without = null, more = [] }: RankOptions,
  ): Promise<Ranked> {
    const { engine, synonyms } = this.deps
    // The deadline begins here, so that a slow exact search does not shorten this one.
    const deadline = performance.now() + NEARBY_MAX_MS
    const request = { query, synonyms: await synonyms.current(), filter, begunAt, deadline, isRead }
    return engine.near({ ...request, wanted: { ...wanted, threads: true } }, async (nearness) => {
      if (more.length > 0) await nearness.borrow(conceptsOfTexts(more), BORROWED_SHARE)
      const teachers = nearness.best('threads', TEACHERS).filter(({ share }) => share >= SHARE_MIN)
      if ((teachers[SIMILAR_THREADS - 1]?.share ?? 0) < ENOUGH)
        await nearness.borrow(conceptsOfTexts(await this.textsOf(teachers)), BORROWED_SHARE)
      const best = (kind: 'threads' | 'posts') => {
        const all = wanted[kind] ? nearness.best(kind, CANDIDATES) : []
        const near = all.filter(({ threadId }) => threadId !== without)
        const least = Math.max(SHARE_MIN, OF_BEST_MIN * (near[0]?.share ?? 0))
        return near.filter(({ share }) => share >= least)
      }
      return { threads: best('threads'), posts: best('posts'), groups: nearness.groups }
    })
  }

  /** Returns the titles and opening posts of threads. */
  private async textsOf(near: readonly Near[]): Promise<WeighedText[]> {
    const shares = new Map(near.map(({ threadId, share }) => [threadId, share]))
    return (await this.read(near)).flatMap(({ thread, post }): WeighedText[] => {
      const weight = shares.get(thread._id) ?? 0
      if (thread.isDeleted || post.isDeleted) return []
      return [
        { text: thread.title, weight },
        { text: searchText(post.content), weight: weight / 2 },
      ]
    })
  }

  /** Reads threads with the posts that they begin with, and replies with their threads, in one command. */
  private async read(near: readonly Near[]): Promise<{ thread: FoundThread; post: FoundPost }[]> {
    if (near.length === 0) return []
    const { threads, posts } = this.deps.db
    const threadIds = [...new Set(near.map(({ threadId }) => threadId))]
    const ofThreads = near.flatMap(({ threadId, postId }) => (postId === null ? threadId : []))
    const postIds = near.flatMap(({ postId }) => postId ?? [])
    const found = (filter: object) => [{ $match: filter }, { $project: { excerpt: 0 } }]
    const unionOfPosts = (filter: object) => ({
      $unionWith: { coll: posts.collectionName, pipeline: found(filter) },
    })
    const rows = await threads
      .aggregate<FoundPost | FoundThread>(
        [
          ...found({ _id: { $in: threadIds } }),
          ...(ofThreads.length > 0 ? [unionOfPosts({ threadId: { $in: ofThreads }, number: 1 })] : []),
          ...(postIds.length > 0 ? [unionOfPosts({ _id: { $in: postIds } })] : []),
        ],
        { batchSize: 2 * near.length + threadIds.length + 1 },
      )
      .toArray()
    const threadById = new Map<number, FoundThread>()
    const openings = new Map<number, FoundPost>()
    const postById = new Map<number, FoundPost>()
    for (const row of rows) {
      if (!('threadId' in row)) threadById.set(row._id, row)
      else {
        if (row.number === 1) openings.set(row.threadId, row)
        postById.set(row._id, row)
      }
    }
    return near.flatMap(({ threadId, postId }) => {
      const thread = threadById.get(threadId)
      const post = postId === null ? openings.get(threadId) : postById.get(postId)
      return thread && post?.threadId === threadId ? [{ thread, post }] : []
    })
  }

  /** Returns the hits that a reader may see and that still have something of what was looked for. */
  private async shown(
    hits: readonly { thread: FoundThread; post: FoundPost }[],
    groups: Ranked['groups'],
    { tree, filter, context }: NearSearch & { context: ReadContext },
  ): Promise<Shown> {
    const people = await this.deps.members.people(mentionedIn(hits.map(({ post }) => post)))
    const authors = hits.flatMap(({ thread, post }) => [thread, { ...post, boardId: thread.boardId }])
    const isHidden = await this.hiddenFrom(context, authors, tree)
    const shown: Shown = { threads: [], posts: [] }
    for (const { thread, post } of hits) {
      const isOpening = post.number === 1
      const ofKind = shown[isOpening ? 'threads' : 'posts']
      const { boardId } = thread
      if (ofKind.length === NEARBY_SHOWN || post.isDeleted || thread.isDeleted) continue
      if (isHidden(thread) || isHidden({ authorId: post.authorId, boardId })) continue
      if (filter.boards && !filter.boards.has(boardId)) continue
      // Before it is compared, so that nobody finds or sees part of a name that is no longer shown.
      const content = searchText(withoutNames(post.content, renamedIn([post], people)))
      const text = comparedWith(content, groups)
      const title = isOpening ? comparedWith(thread.title, groups) : null
      if (!text.isNear && !title?.isNear) continue
      const snippetLength = isOpening ? THREAD_SNIPPET_LENGTH : POST_SNIPPET_LENGTH
      ofKind.push({
        thread,
        post,
        text: snippetOf({ text: content, matches: text.matches }, snippetLength),
        title: { highlights: title ? highlightsOf({ text: thread.title, matches: title.matches }) : [] },
      })
    }
    return shown
  }

  /** Returns what tells whether a thread is hidden from a reader, with its board or its author. */
  private async hiddenFrom(
    { reader: { viewer, as } }: Pick<ReadContext, 'reader'>,
    threads: readonly { authorId: number; boardId: number }[],
    tree: BoardTree,
  ): Promise<(thread: { authorId: number; boardId: number }) => boolean> {
    const isBlocked = viewer ? await this.deps.blocks.hiddenFrom(viewer.actor.id, threads, tree) : () => false
    return (thread) => !maySeeBoard(as, thread.boardId) || isBlocked(thread)
  }
}

/** Finds where a text has what was looked for, and whether it has that or something that was borrowed. */
function comparedWith(
  text: string,
  { fromQuery, borrowed }: Ranked['groups'],
): { isNear: boolean; matches: Match[] } {
  const folded = foldForSearch(text.slice(0, COMPARED_MAX))
  const matchesOf = (groups: readonly Group[]) =>
    inOrder([...matchesByGroup(folded, { text: '', groups, phrase: null })])
  const matches = matchesOf(fromQuery)
  return { isNear: matches.length > 0 || matchesOf(borrowed).length > 0, matches: joined(matches) }
}

/** Joins matches that overlap or touch: pairs of characters are parts of words. */
function joined(matches: readonly Match[]): Match[] {
  const found: Match[] = []
  for (const match of matches) {
    const last = found.at(-1)
    if (last && match.from <= last.to) last.to = Math.max(last.to, match.to)
    else found.push({ ...match })
  }
  return found
}
