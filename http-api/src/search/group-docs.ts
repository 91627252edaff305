import {
  docsOfPlaces,
  intersect,
  NO_DOCS,
  NO_PLACES,
  uniteAll,
  type DocList,
  type PlaceList,
} from './doc-lists'
import type { MemorySegment } from './memory-segment'
import type { Group } from './query'
import type { StoredSegment, TermSource } from './segment'
import { isSliceOver, nextSlice } from './slices'
import type { Postings } from './term-pages'
import type { IN_TITLE } from './terms'

/** Where a group is looked for. */
export interface Lookup {
  group: Group
  place: '' | typeof IN_TITLE
}

/** Returns the documents of a part in which a group is. */
export type Find = (group: Group, place: Lookup['place']) => DocList

/** What finding groups needs of the index. */
export interface Reading {
  /** When the query began, by `performance.now()`. */
  begunAt: number
  /** Reads pages of a segment, and returns its terms that are in them. Reads at the same time are one. */
  read: (segment: StoredSegment, pages: readonly number[]) => Promise<TermSource>
  /** Whether a page of a segment need not be read. */
  isInMemory: (segment: StoredSegment, page: number) => boolean
  /** The documents of groups that were found before in segments, which do not change. */
  kept: { get(key: string): DocList | undefined; set(key: string, docs: DocList): unknown }
}

/** Of a phrase with more pairs, so many are looked for first. */
const PROBES = 3

const isStored = (terms: StoredSegment | MemorySegment): terms is StoredSegment => 'pagesOf' in terms

/** Prepares to find groups in a part: reads the pages that are needed for those whose documents are not kept. */
export async function openPart(
  terms: StoredSegment | MemorySegment,
  lookups: readonly Lookup[],
  reading: Reading,
): Promise<Find> {
  if (!isStored(terms)) return (group, place) => docsOf(terms, group, place)
  const found = new Map<string, () => DocList>()
  await Promise.all(
    lookups.map(async (lookup) => {
      found.set(lookup.place + lookup.group.key, await prepared(terms, lookup, reading))
    }),
  )
  return (group, place) => found.get(place + group.key)?.() ?? NO_DOCS
}

/** Reads the pages of a segment that are needed to find a group; returns how to find it. */
async function prepared(
  segment: StoredSegment,
  { group, place }: Lookup,
  { begunAt, read, isInMemory, kept }: Reading,
): Promise<() => DocList> {
  const key = `${segment.id} ${place}${group.key}`
  const known = kept.get(key)
  if (known) return () => known
  const { word, isPrefix } = group
  let { pairs } = group
  /** Returns the pages of some terms; none for those that sort before all terms of the segment. */
  const pagesOf = (terms: readonly string[]) =>
    terms.map((term) => segment.pageOf(place + term)).filter((page) => page >= 0)
  const termsOf = (some: Group['pairs']) => some.map(({ term }) => term)
  for (const probes of probesOf(pairs, (term) => isInMemory(segment, segment.pageOf(place + term)))) {
    const source = await read(segment, pagesOf(termsOf(probes)))
    if (isSliceOver(begunAt)) await nextSlice(begunAt)
    if (phraseDocs(source, probes, place).length > 0) continue
    pairs = []
    break
  }
  const pages = new Set(pagesOf([...termsOf(pairs), ...(word === null ? [] : [word])]))
  if (word !== null && isPrefix) for (const page of segment.pagesOf(place + word)) pages.add(page)
  const source = await read(segment, [...pages])
  return () => {
    const docs = docsOf(source, { ...group, pairs }, place)
    kept.set(key, docs)
    return docs
  }
}

/**
 * Returns pairs of a phrase that are looked for before the others are read, in one or two steps: a text without them does
 * not contain the phrase. Those in memory come first; of a long phrase, some that are far apart suffice.
 */
function probesOf(pairs: Group['pairs'], isInMemory: (term: string) => boolean): Group['pairs'][] {
  const inMemory = pairs.filter(({ term }) => isInMemory(term))
  const others = pairs.filter((pair) => !inMemory.includes(pair))
  const first = spread(inMemory, PROBES)
  const steps = [first, [...first, ...spread(others, PROBES - first.length)]]
  return steps.filter(({ length }, i) => length > (steps[i - 1]?.length ?? 0) && length < pairs.length)
}

/** Returns at most `count` of some items, as far apart as can be. */
function spread<T>(items: readonly T[], count: number): T[] {
  const placeOf = (i: number) => Math.floor((i * count) / items.length)
  return items.length <= count ? [...items] : items.filter((_, i) => placeOf(i) > placeOf(i - 1))
}

/** Returns the documents that contain a group in titles or in texts. */
function docsOf(source: TermSource, group: Group, place: Lookup['place']): DocList {
  const { word, pairs, isPrefix } = group
  const words = word === null ? [] : [source.find(place + word)]
  if (word !== null && isPrefix) words.push(...source.beginningWith(place + word))
  const docs = words.flatMap((postings) => postings?.docs() ?? [])
  if (pairs.length > 0) docs.push(phraseDocs(source, pairs, place))
  return uniteAll(docs)
}

/** Returns the documents that contain pairs at their distances. */
function phraseDocs(source: TermSource, pairs: Group['pairs'], place: Lookup['place']): DocList {
  const found: { postings: Postings; offset: number }[] = []
  let docs: DocList | null = null
  for (const { term, offset } of pairs) {
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
