import type { ThreadLogCollections } from '../thread-log'
import { postsAfter, readCurrent } from './documents'
import type { Part } from './evaluate'
import { MemorySegment } from './memory-segment'
import type { IndexedPost, Postings } from './segment'
import { Slices } from './slices'
import { termsOfPage } from './term-pages'

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
  const slices = new Slices()
  for (const part of view) {
    const hashes =
      'pagesOf' in part.terms
        ? await storedHashes(part.count, pagesOf(part.terms.id), slices)
        : await memoryHashes(part, slices)
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
      const kind = document ? faultOf(document, known) : known && 'superfluous'
      if (kind) faults.push({ post, kind })
      if (slices.isOver) await slices.rest()
    }
  }
  for (const post of indexed.keys()) faults.push({ post, kind: 'superfluous' })
  return { posts, faults }
}

function faultOf(
  document: IndexedPost,
  known: { hash: number; count: number } | undefined,
): IndexFault['kind'] | null {
  if (!known) return 'missing'
  if (known.count > 1) return 'superfluous'
  const alone = new MemorySegment(1)
  alone.add(document)
  const hashes = new Uint32Array(1)
  for (const [term, postings] of alone.terms) addTerm(hashes, term, postings, postings.positionsOf.length > 0)
  const hash = mixed(hashes[0] ?? 0, columnsHash({ columns: alone.columns }, 0))
  return hash === known.hash ? null : 'outdated'
}

/** Returns a hash per document of its terms and their positions; their order does not matter. */
async function storedHashes(
  count: number,
  pages: AsyncIterable<Uint8Array>,
  slices: Slices,
): Promise<Uint32Array> {
  const hashes = new Uint32Array(count)
  for await (const page of pages) {
    for (const [term, postings] of termsOfPage(page)) addTerm(hashes, term, postings, postings.hasPositions)
    if (slices.isOver) await slices.rest()
  }
  return hashes
}

async function memoryHashes(part: Part, slices: Slices): Promise<Uint32Array> {
  const hashes = new Uint32Array(part.count)
  if (!(part.terms instanceof MemorySegment)) return hashes
  for (const [term, postings] of part.terms.terms) {
    addTerm(hashes, term, postings, postings.positionsOf.length > 0)
    if (slices.isOver) await slices.rest()
  }
  return hashes
}

function addTerm(hashes: Uint32Array, term: string, postings: Postings, hasPositions: boolean): void {
  let hash = 2_166_136_261
  for (let i = 0; i < term.length; i += 1) hash = mixed(hash, term.charCodeAt(i))
  const docs = postings.docs()
  const positions = hasPositions ? postings.positions(docs) : null
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
