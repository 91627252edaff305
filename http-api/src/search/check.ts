import type { ThreadLogCollections } from '../log'
import { allPosts } from './documents'
import type { IndexPart } from './evaluate'
import { MemorySegment } from './memory-segment'
import { sortedTerms, storedTerms, type Terms } from './merge'
import type { IndexedPost } from './segment'
import { isSliceOver, nextSlice } from './slices'

export interface IndexFault {
  post: number
  /** Not in the index; there with another text; there although it is deleted, or there twice. */
  kind: 'missing' | 'outdated' | 'superfluous'
}

export interface CheckResult {
  /** Number of posts that were compared with the index. */
  posts: number
  faults: IndexFault[]
}

interface CheckOptions {
  db: Pick<ThreadLogCollections, 'threads' | 'posts'>
  view: readonly IndexPart[]
  pagesOf: (segment: number) => AsyncIterable<Uint8Array>
}

/** Compares every term of every post with the index. */
export async function checkIndex({ db, view, pagesOf }: CheckOptions): Promise<CheckResult> {
  const indexed = new Map<number, { hash: number; count: number }>()
  for (const part of view) {
    const hashes = await hashesOf(
      part,
      'pagesOf' in part.terms ? storedTerms(pagesOf(part.terms.id)) : sortedTerms(part.terms),
    )
    for (let doc = 0; doc < part.count; doc += 1) {
      if (part.dead.has(doc)) continue
      const post = part.columns.post[doc] ?? 0
      indexed.set(post, { hash: hashes[doc] ?? 0, count: (indexed.get(post)?.count ?? 0) + 1 })
    }
  }
  const faults: IndexFault[] = []
  let posts = 0
  for await (const current of allPosts(db)) {
    for (const { post, document } of current) {
      const entry = indexed.get(post)
      indexed.delete(post)
      posts += 1
      const kind = document ? await faultOf(document, entry) : entry && 'superfluous'
      if (kind) faults.push({ post, kind })
      if (isSliceOver()) await nextSlice()
    }
  }
  for (const post of indexed.keys()) faults.push({ post, kind: 'superfluous' })
  return { posts, faults }
}

async function faultOf(
  document: IndexedPost,
  entry: { hash: number; count: number } | undefined,
): Promise<IndexFault['kind'] | null> {
  if (!entry) return 'missing'
  if (entry.count > 1) return 'superfluous'
  const alone = new MemorySegment()
  alone.add(document)
  const [hash] = await hashesOf(alone, sortedTerms(alone))
  return hash === entry.hash ? null : 'outdated'
}

/** Returns a hash per document: of its columns, and of its terms with their positions, whose order does not matter. */
async function hashesOf(
  { columns, count }: Pick<IndexPart, 'columns' | 'count'>,
  terms: Terms,
): Promise<Uint32Array> {
  const hashes = new Uint32Array(count)
  for (let doc = 0; doc < count; doc += 1) {
    const { thread, author, time, opening } = columns
    hashes[doc] = hashOf(`${thread[doc]} ${author[doc]} ${time[doc]} ${opening.has(doc)}`)
  }
  for await (const [term, postings] of terms) {
    const hash = hashOf(term)
    const encoded = postings.encodedPositions()
    for (const doc of postings.docs()) {
      const positions = encoded.next().value
      hashes[doc] = (hashes[doc] ?? 0) + (positions?.reduce(mixed, hash) ?? hash)
    }
    if (isSliceOver()) await nextSlice()
  }
  return hashes
}

/** Mixes a number into a hash (FNV-1a, a number at a time). */
const mixed = (hash: number, value: number): number => Math.imul(hash ^ value, 16_777_619) >>> 0

function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (let i = 0; i < text.length; i += 1) hash = mixed(hash, text.charCodeAt(i))
  return hash
}
