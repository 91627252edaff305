import type { BoardTree } from '../boards'
import type { Reader } from '../platform/http/viewer'
import { Bitmap, intersect, NO_DOCS, unite, type DocList } from './doc-lists'
import { openPart, type FindDocs, type Lookup, type Reading } from './group-docs'
import type { MemorySegment } from './memory-segment'
import type { HitRun } from './order'
import type { Group, ParsedQuery } from './query'
import type { Columns, StoredSegment } from './segment'
import { continueQuery } from './slices'
import { IN_TITLE } from './terms'
import type { ThreadTable } from './thread-table'

/** A part of the index as of one moment: what is added or dies later does not change it. */
export interface IndexPart {
  columns: Columns
  count: number
  dead: Bitmap
  /** The time of its newest document. */
  newest: number
  terms: StoredSegment | MemorySegment
}

/** Only hits that fulfil all of these. Times are in milliseconds, `to` is exclusive. */
export interface Filter {
  boards?: ReadonlySet<number> | undefined
  author?: number | undefined
  from?: number | undefined
  to?: number | undefined
}

/** Returns the boards to which a search is narrowed; undefined for a reader who sees all. */
export const boardsOf = (tree: BoardTree, { as }: Reader): ReadonlySet<number> | undefined =>
  as.boards.hidden.size === 0 ? undefined : new Set(tree.boards.map(({ _id }) => _id))

/** The hits of one kind: opening posts, which stand for their threads, or replies. */
export interface Hits {
  total: number
  runs: HitRun[]
}

const KINDS = ['threads', 'posts'] as const
export type Evaluation = Record<(typeof KINDS)[number], Hits>

export interface EvaluateOptions extends Omit<Reading, 'pause'> {
  /** When the query began, by `performance.now()`. */
  begunAt: number
  query: ParsedQuery
  filter: Filter
  threads: ThreadTable
  /** Parts with the newest documents first. */
  parts: readonly IndexPart[]
  wanted: Record<(typeof KINDS)[number], boolean>
  /**
   * Takes the hits of a tier while they are collected. Totals are exact up to its length; of more hits in one tier, the
   * newest are found. All queries share it, since none pauses meanwhile.
   */
  hitBuffer: Uint32Array
  /** Maximum number of documents of the parts that are read together, unless there is but one. */
  readAtOnce?: number | undefined
}

const READ_AT_ONCE = 200_000

/**
 * Finds the documents that match a query, in the newest parts first. Once there are enough hits that are newer than the
 * remaining parts, only better tiers than the last are looked for in these.
 */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const { query, filter, hitBuffer: room, wanted } = options
  const found: Evaluation = { threads: { total: 0, runs: [] }, posts: { total: 0, runs: [] } }
  if (query.groups.length === 0) return found
  const parts = options.parts.filter(
    ({ newest, count }) => count > 0 && (filter.from === undefined || newest >= filter.from),
  )
  // Concurrent steps of a query share its slices.
  let paused: Promise<unknown> = Promise.resolve()
  const pause = async (): Promise<void> => {
    paused = paused.then(() => continueQuery(options.begunAt))
    await paused
  }
  let isFull = false
  /** Returns true if the parts from one on are only searched for better tiers than the last. */
  const isBetterOnly = (i: number): boolean => {
    if (isFull) return true
    const newest = parts.slice(i).reduce((time, part) => Math.max(time, part.newest), -Infinity)
    return (isFull = KINDS.every((kind) => !wanted[kind] || areNewer(found[kind], newest, room.length)))
  }
  for (let i = 0; i < parts.length;) {
    const lookups = lookupsOf(options, isBetterOnly(i))
    if (lookups.length === 0) break
    const batch = batchFrom(parts, i, options.readAtOnce ?? READ_AT_ONCE)
    await pause()
    const finds = await Promise.all(batch.map(({ terms }) => openPart(terms, lookups, { ...options, pause })))
    for (const [k, part] of batch.entries()) {
      await pause()
      const find = finds[k]
      if (find) collect(part, docsByTier(find, options, isBetterOnly(i + k)), { options, found })
    }
    i += batch.length
  }
  return found
}

/** Returns true if at least `enough` hits are newer than a time. */
function areNewer({ total, runs }: Hits, time: number, enough: number): boolean {
  let missing = enough
  let older = total - enough
  for (const { columns, docs } of runs) {
    for (let i = 0; i < docs.length && missing > 0 && older >= 0; i += 1) {
      if ((columns.time[docs[i] ?? 0] ?? 0) > time) missing -= 1
      else older -= 1
    }
  }
  return missing <= 0
}

/** Returns the parts that are read together from one on. */
function batchFrom(parts: readonly IndexPart[], start: number, max: number): IndexPart[] {
  let end = start
  for (let size = 0; end < parts.length; end += 1) {
    size += parts[end]?.count ?? 0
    if (end > start && size > max) break
  }
  return parts.slice(start, end)
}

/** Returns what must be looked up for the tiers of a query. Only opening posts have titles. */
function lookupsOf({ query, wanted }: EvaluateOptions, isBetterOnly: boolean): Lookup[] {
  const { groups, phrase } = query
  const inTitle = wanted.threads ? [...groups, ...(phrase ? [phrase] : [])] : []
  const inText = [...(isBetterOnly ? [] : groups), ...(phrase ? [phrase] : [])]
  return [
    ...inTitle.map((group): Lookup => ({ group, place: IN_TITLE })),
    ...inText.map((group): Lookup => ({ group, place: '' })),
  ]
}

/** Returns the documents of each tier; those of a better tier may be in a later one too. */
function docsByTier(
  findIn: FindDocs,
  { query: { groups, phrase }, wanted }: EvaluateOptions,
  isBetterOnly: boolean,
): DocList[] {
  const find = (group: Group | null, place: Lookup['place']) =>
    group && (wanted.threads || place === '') ? findIn(group, place) : NO_DOCS
  const inAll = (lists: readonly DocList[]) => (lists.length > 0 ? lists.reduce(intersect) : NO_DOCS)
  const titles = groups.map((group) => find(group, IN_TITLE))
  // A thread may have some of the words in its title and the others in its opening post.
  const either = isBetterOnly ? [] : groups.map((group, i) => unite(find(group, ''), titles[i] ?? NO_DOCS))
  return groups.length === 1
    ? [inAll(titles), NO_DOCS, inAll(either), NO_DOCS]
    : [find(phrase, IN_TITLE), inAll(titles), find(phrase, ''), inAll(either)]
}

/** Looks up documents in a list; callers ask in descending order. */
class Descending {
  private at: number

  constructor(private readonly docs: DocList) {
    this.at = docs.length - 1
  }

  has(doc: number): boolean {
    while (this.at >= 0 && (this.docs[this.at] ?? 0) > doc) this.at -= 1
    return this.docs[this.at] === doc
  }
}

/** The tiers in which a kind is found. Only opening posts have titles. */
const TIERS_OF = { threads: [0, 1, 2, 3], posts: [2, 3] } as const

/** Adds the hits of one part, of each tier the newest: in a part, later posts have higher numbers. */
function collect(
  { columns, count, dead }: IndexPart,
  tiers: readonly DocList[],
  {
    options: { filter, hitBuffer: room, threads, wanted },
    found,
  }: { options: EvaluateOptions; found: Evaluation },
): void {
  const { author = -1, from = -Infinity, to = Infinity } = filter
  const boards = filter.boards && Bitmap.of(0).with([...filter.boards])
  const { thread, author: authors, time, opening } = columns
  const isTimed = from > -Infinity || to < Infinity
  for (const kind of KINDS) {
    if (!wanted[kind]) continue
    const isOpening = kind === 'threads'
    for (const tier of TIERS_OF[kind]) {
      const docs = tiers[tier] ?? NO_DOCS
      const better = TIERS_OF[kind].flatMap((up) =>
        up < tier && tiers[up]?.length ? new Descending(tiers[up]) : [],
      )
      let size = 0
      for (let i = docs.length - 1; i >= 0 && size < room.length; i -= 1) {
        const doc = docs[i] ?? 0
        // The checks that leave out most documents come first.
        if (author >= 0 && authors[doc] !== author) continue
        const at = isTimed ? (time[doc] ?? 0) : 0
        if (isTimed && (at < from || at >= to)) continue
        if (opening.has(doc) !== isOpening) continue
        const board = threads.boardOf(thread[doc] ?? 0)
        if (board === 0 || (boards && !boards.has(board))) continue
        if (doc >= count || dead.has(doc)) continue
        let isBetter = false
        for (const list of better) if (list.has(doc)) isBetter = true
        if (!isBetter) room[size++] = doc
      }
      found[kind].total += size
      if (size > 0) found[kind].runs.push({ columns, tier, docs: room.slice(0, size) })
    }
  }
}
