import type { ThreadLogCollections } from '../thread-log'
import { postsAfter, readCurrent } from './documents'
import type { Part } from './evaluate'
import { MemorySegment } from './memory-segment'
import { sortedTerms, storedTerms, type Terms } from './merge'
import type { IndexedPost } from './segment'
import type { Postings } from './term-pages'
import { isSliceOver, nextSlice } from './slices'

const POSTS_AT_ONCE = 200

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
  view: readonly Part[]
  pagesOf: (segment: number) => AsyncIterable<Uint8Array>
}

/** Compares every term of every post with the index. */
export async function checkIndex({ db, view, pagesOf }: CheckOptions): Promise<CheckResult> {
  const indexed = new Map<number, { hash: number; count: number }>()
  for (const part of view) {
    const hashes = await hashesOf(
      'pagesOf' in part.terms ? storedTerms(pagesOf(part.terms.id)) : sortedTerms(part.terms),
      part.count,
    )
    for (let doc = 0; doc < part.count; doc += 1) {
      if (part.dead.has(doc)) continue
      const post = part.columns.post[doc] ?? 0
      const hash = mixed(hashes[doc] ?? 0, columnsHash(part, doc))
      indexed.set(post, { hash, count: (indexed.get(post)?.count ?? 0) + 1 })
    }
  }
  const faults: IndexFault[] = []
  let posts = 0
  for (let after = 0; ;) {
    const found = await postsAfter(db, after, POSTS_AT_ONCE)
    const last = found.at(-1)
    if (!last) break
    after = last.postId
    const current = await readCurrent(
      db,
      found.map((row) => ({ ...row, seq: 0, isTitle: false })),
    )
    for (const { post, document } of current.posts) {
      const known = indexed.get(post)
      indexed.delete(post)
      posts += 1
      const kind = document ? await faultOf(document, known) : known && 'superfluous'
      if (kind) faults.push({ post, kind })
      if (isSliceOver()) await nextSlice()
    }
  }
  for (const post of indexed.keys()) faults.push({ post, kind: 'superfluous' })
  return { posts, faults }
}

async function faultOf(
  document: IndexedPost,
  known: { hash: number; count: number } | undefined,
): Promise<IndexFault['kind'] | null> {
  if (!known) return 'missing'
  if (known.count > 1) return 'superfluous'
  const alone = new MemorySegment()
  alone.add(document)
  const [hash = 0] = await hashesOf(sortedTerms(alone), 1)
  return mixed(hash, columnsHash(alone, 0)) === known.hash ? null : 'outdated'
}

/** Returns a hash per document of its terms and their positions; their order does not matter. */
async function hashesOf(terms: Terms, count: number): Promise<Uint32Array> {
  const hashes = new Uint32Array(count)
  for await (const [term, postings] of terms) {
    addTerm(hashes, term, postings)
    if (isSliceOver()) await nextSlice()
  }
  return hashes
}

function addTerm(hashes: Uint32Array, term: string, postings: Postings): void {
  let hash = 2_166_136_261
  for (let i = 0; i < term.length; i += 1) hash = mixed(hash, term.charCodeAt(i))
  const docs = postings.docs()
  const positions = postings.hasPositions ? postings.positions(docs) : null
  for (const [i, doc] of docs.entries()) {
    for (const position of positions?.[i] ?? [-1])
      hashes[doc] = (hashes[doc] ?? 0) + mixed(hash, position + 1)
  }
}

function columnsHash({ columns }: Pick<Part, 'columns'>, doc: number): number {
  const values = [
    columns.thread[doc],
    columns.author[doc],
    columns.time[doc],
    columns.opening.has(doc) ? 1 : 0,
  ]
  return values.reduce<number>((hash, value = 0) => mixed(mixed(hash, value % 2 ** 31), value / 2 ** 31), 17)
}

/** Mixes a number into a hash (FNV-1a, a number at a time). */
const mixed = (hash: number, value: number): number => Math.imul(hash ^ (value | 0), 16_777_619) >>> 0
