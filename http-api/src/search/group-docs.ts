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
import type { Postings } from './term-pages'
import type { IN_TITLE } from './terms'

/** A group, and where it is looked for. */
export interface Lookup {
  group: Group
  place: '' | typeof IN_TITLE
}

/** Returns the documents of a part in which a group is. */
export type FindDocs = (group: Group, place: Lookup['place']) => DocList

/** Access to the index for finding groups. */
export interface Reading {
  /** Lets the process serve others if the slice of this query is over. */
  pause: () => Promise<void>
  /** Reads pages of a segment, and returns its terms that are in them. Concurrent reads share a command. */
  read: (segment: StoredSegment, pages: readonly number[]) => Promise<TermSource>
  /** The documents of groups that were found before in segments, which do not change. */
  keptDocs: { get(key: string): DocList | undefined; set(key: string, docs: DocList): unknown }
}

const isStored = (terms: StoredSegment | MemorySegment): terms is StoredSegment => 'pagesOf' in terms

/** Prepares to find groups in a part: reads the pages that are needed for those whose documents are not kept. */
export async function openPart(
  terms: StoredSegment | MemorySegment,
  lookups: readonly Lookup[],
  reading: Reading,
): Promise<FindDocs> {
  if (!isStored(terms)) return (group, place) => docsOf(terms, group, place)
  // A query may have the same word twice.
  const byKey = new Map(lookups.map((lookup) => [lookup.place + lookup.group.key, lookup]))
  const found = new Map<string, () => DocList>()
  await Promise.all(
    Array.from(byKey, async ([key, lookup]) => {
      found.set(key, await prepareGroup(terms, lookup, reading))
    }),
  )
  return (group, place) => {
    const find = found.get(place + group.key)
    if (!find) throw new Error('a group of the query was not prepared')
    return find()
  }
}

/** Reads the pages of a segment that are needed to find a group; returns how to find it. */
async function prepareGroup(
  segment: StoredSegment,
  { group, place }: Lookup,
  { pause, read, keptDocs }: Reading,
): Promise<() => DocList> {
  const key = `${segment.id} ${place}${group.key}`
  const cached = keptDocs.get(key)
  if (cached) return () => cached
  const { word, isPrefix, probes } = group
  let { pairs } = group
  /** Returns the pages of some terms; none for those that sort before all terms of the segment. */
  const pagesOf = (terms: readonly string[]) =>
    new Set(terms.map((term) => segment.pageOf(place + term)).filter((page) => page >= 0))
  const termsOf = (some: Group['pairs']) => some.map(({ term }) => term)
  if (probes.length > 0) {
    const source = await read(segment, [...pagesOf(termsOf(probes))])
    await pause()
    if (phraseDocs(source, probes, place).length === 0) pairs = []
  }
  const pages = pagesOf([...termsOf(pairs), ...(word === null ? [] : [word])])
  if (word !== null && isPrefix) for (const page of segment.pagesOf(place + word)) pages.add(page)
  const source = await read(segment, [...pages])
  let docs: DocList | undefined
  return () => {
    if (docs) return docs
    docs = docsOf(source, { ...group, pairs }, place)
    keptDocs.set(key, docs)
    return docs
  }
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
  const found: { term: string; postings: Postings; offset: number }[] = []
  for (const { term, offset } of pairs) {
    const postings = source.find(place + term)
    if (!postings) return NO_DOCS
    found.push({ term, postings, offset })
  }
  found.sort((a, b) => a.postings.count - b.postings.count)
  let docs: DocList | null = null
  for (const { postings } of found) {
    docs = docs ? intersect(docs, postings.docs()) : postings.docs()
    if (docs.length === 0) return NO_DOCS
  }
  if (!docs || found.length < 2) return docs ?? NO_DOCS
  // A phrase may have the same pair many times.
  const placesOf = new Map<string, PlaceList>()
  let starts: PlaceList | null = null
  let looked = 0
  for (const { term, postings, offset } of found) {
    const places = placesOf.get(term) ?? postings.places(docs)
    placesOf.set(term, places)
    starts = starts ? shifted(intersect(shifted(starts, offset), places), -offset) : shifted(places, -offset)
    looked += starts.length
    // Texts that repeat one pair have so many places that only the comparison with the texts decides.
    if (looked > LOOKED_UP_MAX) break
  }
  return docsOfPlaces(starts ?? NO_PLACES)
}

/** Number of places of a phrase that are looked up in a segment. */
const LOOKED_UP_MAX = 1_000_000

const shifted = (places: PlaceList, by: number): PlaceList =>
  by === 0 ? places : places.map((place) => place + by)
