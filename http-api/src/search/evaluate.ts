import {
  Bitmap,
  docsOfPlaces,
  intersect,
  NO_DOCS,
  NO_PLACES,
  unite,
  uniteAll,
  type DocList,
  type PlaceList,
} from './doc-lists'
import type { MemorySegment } from './memory-segment'
import type { Run } from './order'
import type { Group, ParsedQuery } from './query'
import type { Columns, StoredSegment, TermSource } from './segment'
import type { Postings } from './term-pages'
import { isSliceOver, nextSlice } from './slices'
import { IN_TITLE } from './terms'
import type { ThreadTable } from './thread-table'

/** A part of the index as of one moment: what is added or dies later does not change it. */
export interface Part {
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

/** The hits of one kind: opening posts, which stand for their threads, or replies. */
export interface Hits {
  total: number
  runs: Run[]
}

const KINDS = ['threads', 'posts'] as const
export type Evaluation = Record<(typeof KINDS)[number], Hits>

export interface EvaluateOptions {
  query: ParsedQuery
  filter: Filter
  threads: ThreadTable
  /** Parts with the newest documents first. */
  parts: readonly Part[]
  wanted: Record<(typeof KINDS)[number], boolean>
  /** When the query began, by `performance.now()`. */
  begunAt: number
  /** Totals are exact up to this number; of more hits in one tier, the newest are found. */
  max: number
  /** Reads pages of a segment, and returns its terms that are in them. */
  read: (segment: StoredSegment, pages: readonly number[]) => Promise<TermSource>
  kept: KeptDocs
}

/** The documents of groups in segments, which do not change. */
export interface KeptDocs {
  get(key: string): DocList | undefined
  set(key: string, docs: DocList): unknown
}

/** Where a group is looked for. */
interface Lookup {
  group: Group
  place: '' | typeof IN_TITLE
}

/** Returns the documents of a part in which a group is. */
type Find = (group: Group, place: Lookup['place']) => DocList

/** Segments up to this size are read together. */
const SMALL = 20_000
/** Phrases with more pairs are looked for by three of them first. */
const PAIRS_AT_ONCE = 3

const isStored = (terms: Part['terms']): terms is StoredSegment => 'pagesOf' in terms

/**
 * Finds the documents that match a query, in the newest parts first. Once there are enough hits that are newer than the
 * remaining parts, only better tiers than the last are looked for in these.
 */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const { query, filter, max, wanted } = options
  const found: Evaluation = { threads: { total: 0, runs: [] }, posts: { total: 0, runs: [] } }
  if (query.groups.length === 0) return found
  const parts = options.parts.filter(
    ({ newest, count }) => count > 0 && (filter.from === undefined || newest >= filter.from),
  )
  const room = new Uint32Array(max)
  let isFull = false
  /** Whether parts from one on are only searched for better tiers than the last. */
  const isBetterOnly = (i: number): boolean => {
    if (isFull) return true
    const newest = parts.slice(i).reduce((time, part) => Math.max(time, part.newest), -Infinity)
    return (isFull = KINDS.every((kind) => !wanted[kind] || areNewer(found[kind], newest, max)))
  }
  for (let i = 0; i < parts.length;) {
    const lookups = lookupsOf(options, isBetterOnly(i))
    if (lookups.length === 0) break
    const batch = batchFrom(parts, i)
    const finds = await Promise.all(batch.map(({ terms }) => open(terms, lookups, options)))
    for (const [k, part] of batch.entries()) {
      if (isSliceOver(options.begunAt)) await nextSlice(options.begunAt)
      const find = finds[k]
      if (find) collect(part, docsByTier(find, options, isBetterOnly(i + k)), { options, found, room })
    }
    i += batch.length
  }
  return found
}

/** Whether so many hits are newer than a time. */
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

/** Returns the parts that are read together: many small ones, or one large one. */
function batchFrom(parts: readonly Part[], start: number): Part[] {
  let end = start
  while (end < parts.length && (parts[end]?.count ?? 0) <= SMALL) end += 1
  return parts.slice(start, Math.max(end, start + 1))
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

/** Prepares to find groups in a part: reads the pages that are needed for those whose documents are not kept. */
async function open(
  terms: Part['terms'],
  lookups: readonly Lookup[],
  { read, kept }: EvaluateOptions,
): Promise<Find> {
  if (!isStored(terms)) return (group, place) => docsOf(terms, group, place)
  const keyOf = ({ group, place }: Lookup) => `${terms.id} ${place}${group.key}`
  const found = new Map(lookups.map((lookup) => [keyOf(lookup), kept.get(keyOf(lookup))]))
  const unknown = lookups.filter((lookup) => !found.get(keyOf(lookup)))
  const source = await sourceFor(terms, unknown, read)
  return (group, place) => {
    const key = keyOf({ group, place })
    const known = found.get(key)
    if (known) return known
    const docs = docsOf(source, group, place)
    kept.set(key, docs)
    return docs
  }
}

/** Reads the pages of a segment that are needed for some groups. */
async function sourceFor(
  segment: StoredSegment,
  lookups: readonly Lookup[],
  read: EvaluateOptions['read'],
): Promise<TermSource> {
  const pages = new Set<number>()
  const add = (term: string) => {
    const no = segment.pageOf(term)
    if (no >= 0) pages.add(no)
  }
  for (const { group, place } of lookups) {
    for (const { term } of probesOf(group)) add(place + term)
    if (group.word === null) continue
    add(place + group.word)
    if (group.isPrefix) for (const no of segment.pagesOf(place + group.word)) pages.add(no)
  }
  const source = await read(segment, [...pages])
  const probed = pages.size
  for (const { group, place } of lookups) {
    if (group.pairs.length <= PAIRS_AT_ONCE) continue
    const found = probesOf(group).map(({ term }) => source.find(place + term)?.docs() ?? NO_DOCS)
    if (found.reduce(intersect).length > 0) for (const { term } of group.pairs) add(place + term)
  }
  return pages.size === probed ? source : read(segment, [...pages])
}

/** Returns the pairs of a long phrase that are read first: a text without them does not contain it. */
function probesOf({ pairs }: Group): Group['pairs'] {
  if (pairs.length <= PAIRS_AT_ONCE) return pairs
  return [pairs[0], pairs[pairs.length >> 1], pairs.at(-1)].flatMap((pair) => pair ?? [])
}

/** Returns the documents that contain a group in titles or in texts. */
function docsOf(source: TermSource, group: Group, place: Lookup['place']): DocList {
  const { word, pairs, isPrefix } = group
  const words = word === null ? [] : [source.find(place + word)]
  if (word !== null && isPrefix) words.push(...source.beginningWith(place + word))
  const docs = words.flatMap((postings) => postings?.docs() ?? [])
  if (pairs.length > 0) docs.push(phraseDocs(source, group, place))
  return uniteAll(docs)
}

function phraseDocs(source: TermSource, group: Group, place: Lookup['place']): DocList {
  const found: { postings: Postings; offset: number }[] = []
  let docs: DocList | null = null
  // Probes come first: if one is missing, the pages of the other pairs were not read.
  for (const { term, offset } of new Set([...probesOf(group), ...group.pairs])) {
    const postings = source.find(place + term)
    if (!postings) return NO_DOCS
    docs = docs ? intersect(docs, postings.docs()) : postings.docs()
    if (docs.length === 0) return NO_DOCS
    found.push({ postings, offset })
  }
  if (!docs || found.length < 2) return docs ?? NO_DOCS
  let starts: PlaceList | null = null
  for (const { postings, offset } of found) {
    const places = postings.places(docs)
    if (offset > 0) for (let i = 0; i < places.length; i += 1) places[i] = (places[i] ?? 0) - offset
    starts = starts ? intersect(starts, places) : places
  }
  return docsOfPlaces(starts ?? NO_PLACES)
}

/** Returns the documents of each tier; those of a better tier may be in a later one too. */
function docsByTier(
  findIn: Find,
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

/** Whether a list contains documents that are asked for in descending order. */
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
  { columns, count, dead }: Part,
  tiers: readonly DocList[],
  { options, found, room }: { options: EvaluateOptions; found: Evaluation; room: Uint32Array },
): void {
  const { author = -1, from = -Infinity, to = Infinity } = options.filter
  const boards = options.filter.boards && Bitmap.of(0).with([...options.filter.boards])
  const { thread, author: authors, time, opening } = columns
  const isTimed = from > -Infinity || to < Infinity
  for (const kind of KINDS) {
    if (!options.wanted[kind]) continue
    const isOpening = kind === 'threads'
    for (const tier of TIERS_OF[kind]) {
      const docs = tiers[tier] ?? NO_DOCS
      const better = TIERS_OF[kind].flatMap((up) =>
        up < tier && tiers[up]?.length ? new Descending(tiers[up]) : [],
      )
      let size = 0
      for (let i = docs.length - 1; i >= 0 && size < room.length; i -= 1) {
        const doc = docs[i] ?? 0
        // What leaves out most documents comes first.
        if (author >= 0 && authors[doc] !== author) continue
        const at = isTimed ? (time[doc] ?? 0) : 0
        if (isTimed && (at < from || at >= to)) continue
        if (opening.has(doc) !== isOpening) continue
        const board = options.threads.boardOf(thread[doc] ?? 0)
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
