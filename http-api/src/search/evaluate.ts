import { intersect, NO_DOCS, unite, type Bitmap, type DocList } from './doc-lists'
import type { Group, ParsedQuery } from './query'
import type { Columns, Postings, StoredSegment, TermSource } from './segment'
import { Slices } from './slices'
import { IN_TITLE } from './terms'
import type { ThreadTable } from './thread-table'

/** A part of the index as of one moment: what is added or dies later does not change it. */
export interface Part {
  columns: Columns
  count: number
  dead: Bitmap
  /** The time of its newest document. */
  newest: number
  /** A stored segment, or the source itself for posts in memory. */
  terms: StoredSegment | TermSource
}

/** Only hits that fulfil all of these. Times are in milliseconds, `to` is exclusive. */
export interface Filter {
  boards?: ReadonlySet<number> | undefined
  author?: number | undefined
  from?: number | undefined
  to?: number | undefined
}

/** The hits of one kind: opening posts, which stand for their threads, or replies. */
export class Hits {
  total = 0
  readonly posts: number[] = []
  readonly threads: number[] = []
  readonly authors: number[] = []
  readonly times: number[] = []
  readonly tiers: number[] = []
  /** Number of hits that are newer than anything in the parts that were not evaluated yet. */
  settled = 0
}

export interface Evaluation {
  threads: Hits
  posts: Hits
}

export interface EvaluateOptions {
  query: ParsedQuery
  filter: Filter
  threads: ThreadTable
  /** Parts with the newest documents first. */
  parts: readonly Part[]
  wanted: { threads: boolean; posts: boolean }
  /** Totals are exact up to this number; further hits are not collected. */
  max: number
  readPages: (wanted: { segment: StoredSegment; pages: readonly number[] }[]) => Promise<PageReader>
}

/** Returns a page that was read. */
export type PageReader = (segment: StoredSegment, no: number) => Uint8Array

/** Segments up to this size are read together. */
const SMALL = 20_000
/** Phrases with more pairs are looked for by three of them first. */
const PAIRS_AT_ONCE = 3
const PLACES = ['', IN_TITLE] as const

const isStored = (terms: Part['terms']): terms is StoredSegment => 'pagesOf' in terms

/** Finds all documents that match a query, in the newest parts first. */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const { filter, max, wanted } = options
  const found: Evaluation = { threads: new Hits(), posts: new Hits() }
  if (options.query.groups.length === 0) return found
  const groups = [...options.query.groups, ...(options.query.phrase ? [options.query.phrase] : [])]
  const slices = new Slices()
  const parts = options.parts.filter(
    ({ newest, count }) => count > 0 && (filter.from === undefined || newest >= filter.from),
  )
  for (let i = 0; i < parts.length;) {
    const isComplete = ({ settled }: Hits) => settled >= max
    if ((!wanted.threads || isComplete(found.threads)) && (!wanted.posts || isComplete(found.posts))) break
    const batch = batchFrom(parts, i)
    i += batch.length
    const sources = await open(batch, groups, options.readPages)
    for (const [k, part] of batch.entries()) {
      const source = sources[k]
      if (source) collect(part, source, options, found)
      settle(found, parts.slice(i - batch.length + k + 1), max)
      if (slices.isOver) await slices.rest()
    }
  }
  return found
}

/** Counts the hits that no later part can precede in time. */
function settle({ threads, posts }: Evaluation, rest: readonly Part[], max: number): void {
  const newest = rest.reduce((time, part) => Math.max(time, part.newest), -Infinity)
  for (const hits of [threads, posts]) {
    if (hits.total < max || hits.settled >= max) continue
    hits.settled = hits.times.reduce((sum, time) => sum + (time > newest ? 1 : 0), 0)
  }
}

/** Returns the parts that are read together: many small ones, or one large one. */
function batchFrom(parts: readonly Part[], start: number): Part[] {
  let end = start
  while (end < parts.length && (parts[end]?.count ?? 0) <= SMALL) end += 1
  return parts.slice(start, Math.max(end, start + 1))
}

/** Reads the pages that a query needs from some parts, and returns their terms. */
async function open(
  parts: readonly Part[],
  groups: readonly Group[],
  readPages: EvaluateOptions['readPages'],
): Promise<TermSource[]> {
  const segments = parts.flatMap(({ terms }) => (isStored(terms) ? [terms] : []))
  const first = await readPages(segments.map((segment) => ({ segment, pages: firstPages(segment, groups) })))
  const more = segments.flatMap((segment) => {
    const pages = furtherPages(
      segment,
      groups,
      segment.withPages((no) => first(segment, no)),
    )
    return pages.length > 0 ? [{ segment, pages }] : []
  })
  const second = more.length > 0 ? await readPages(more) : null
  const furtherOf = new Map(more.map(({ segment, pages }) => [segment, new Set(pages)]))
  return parts.map(({ terms }) =>
    isStored(terms)
      ? terms.withPages((no) =>
          second && furtherOf.get(terms)?.has(no) ? second(terms, no) : first(terms, no),
        )
      : terms,
  )
}

const isLong = ({ terms }: Group) => terms.pairs.length > PAIRS_AT_ONCE

/** Returns the pairs of a long phrase that are read first: a text without them does not contain it. */
function probesOf({ terms: { pairs } }: Group): string[] {
  return [pairs[0], pairs[pairs.length >> 1], pairs.at(-1)].flatMap((pair) => pair?.term ?? [])
}

function firstPages(segment: StoredSegment, groups: readonly Group[]): number[] {
  const pages = new Set<number>()
  for (const place of PLACES) {
    for (const group of groups) {
      const { words, pairs } = group.terms
      const terms = [...words, ...(isLong(group) ? probesOf(group) : pairs.map(({ term }) => term))]
      for (const term of terms) pages.add(segment.pageOf(place + term))
      if (group.isPrefix) for (const no of segment.pagesOf(place + words[0])) pages.add(no)
    }
  }
  pages.delete(-1)
  return [...pages]
}

/** Returns the pages of the remaining pairs of long phrases, where the first ones occur together. */
function furtherPages(segment: StoredSegment, groups: readonly Group[], source: TermSource): number[] {
  const pages = new Set<number>()
  for (const place of PLACES) {
    for (const group of groups.filter(isLong)) {
      let docs: DocList | null = null
      for (const term of probesOf(group)) {
        const found = source.find(place + term)?.docs() ?? NO_DOCS
        docs = docs ? intersect(docs, found) : found
      }
      if (!docs || docs.length === 0) continue
      for (const { term } of group.terms.pairs) pages.add(segment.pageOf(place + term))
    }
  }
  pages.delete(-1)
  return [...pages]
}

/** Returns the documents that contain a group in titles or in texts. */
function docsOf(group: Group, place: string, source: TermSource): DocList {
  const { words, pairs } = group.terms
  let docs = NO_DOCS
  for (const word of words) docs = unite(docs, source.find(place + word)?.docs() ?? NO_DOCS)
  if (group.isPrefix) {
    for (const longer of source.beginningWith(place + words[0])) docs = unite(docs, longer.docs())
  }
  return pairs.length > 0 ? unite(docs, phraseDocs(pairs, place, source)) : docs
}

function phraseDocs(
  pairs: readonly { term: string; offset: number }[],
  place: string,
  source: TermSource,
): DocList {
  const found: { postings: Postings; offset: number }[] = []
  // The first pairs looked for are those of `probesOf`: if one is missing, the pages of others were not read.
  const probes = new Set(pairs.length > PAIRS_AT_ONCE ? [0, pairs.length >> 1, pairs.length - 1] : [])
  const inOrder = [...probes, ...pairs.keys()].map((i) => pairs[i])
  let docs: DocList | null = null
  for (const pair of new Set(inOrder)) {
    if (!pair) continue
    const postings = source.find(place + pair.term)
    if (!postings) return NO_DOCS
    docs = docs ? intersect(docs, postings.docs()) : postings.docs()
    if (docs.length === 0) return NO_DOCS
    found.push({ postings, offset: pair.offset })
  }
  if (!docs || found.length < 2) return docs ?? NO_DOCS
  const [rarest, ...others] = found.toSorted((a, b) => a.postings.count - b.postings.count)
  if (!rarest) return docs
  const starts = rarest.postings.positions(docs).map((at) => at.map((position) => position - rarest.offset))
  for (const { postings, offset } of others) {
    for (const [i, positions] of postings.positions(docs).entries()) {
      const possible = starts[i]
      if (possible && possible.length > 0) {
        starts[i] = possible.filter((start) => positions.includes(start + offset))
      }
    }
  }
  return docs.filter((_, i) => (starts[i]?.length ?? 0) > 0)
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

/** Adds the hits of one part. */
function collect(part: Part, source: TermSource, options: EvaluateOptions, found: Evaluation): void {
  const { query, filter, threads, max } = options
  let all: DocList | null = null
  let titles: DocList | null = null
  let texts = NO_DOCS
  for (const group of query.groups) {
    const inTitle = docsOf(group, IN_TITLE, source)
    texts = docsOf(group, '', source)
    titles = titles ? intersect(titles, inTitle) : inTitle
    const either = unite(texts, inTitle)
    all = all ? intersect(all, either) : either
    if (all.length === 0) return
  }
  if (!all || !titles) return
  const { phrase } = query
  const isOneWord = query.groups.length === 1
  const tiers = [
    new Descending(isOneWord ? titles : phrase ? docsOf(phrase, IN_TITLE, source) : NO_DOCS),
    new Descending(titles),
    new Descending(isOneWord ? texts : phrase ? docsOf(phrase, '', source) : NO_DOCS),
  ]
  const { columns } = part
  let collected = 0
  for (let i = all.length - 1; i >= 0; i -= 1) {
    const doc = all[i] ?? 0
    if (doc >= part.count || part.dead.has(doc)) continue
    const thread = columns.thread[doc] ?? 0
    const board = threads.boardOf(thread)
    if (board === 0 || (filter.boards && !filter.boards.has(board))) continue
    const time = columns.time[doc] ?? 0
    if ((filter.from !== undefined && time < filter.from) || (filter.to !== undefined && time >= filter.to))
      continue
    const author = columns.author[doc] ?? 0
    if (filter.author !== undefined && author !== filter.author) continue
    const isThread = columns.opening.has(doc)
    if (isThread ? !options.wanted.threads : !options.wanted.posts) continue
    const hits = isThread ? found.threads : found.posts
    hits.total += 1
    // Enough newer ones are known: later posts have higher numbers in a segment.
    if (hits.settled >= max || collected >= max) continue
    collected += 1
    hits.posts.push(columns.post[doc] ?? 0)
    hits.threads.push(thread)
    hits.authors.push(author)
    hits.times.push(time)
    const tier = tiers.findIndex((docs) => docs.has(doc))
    hits.tiers.push(tier < 0 ? tiers.length : tier)
  }
}
