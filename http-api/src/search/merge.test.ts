import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { Bitmap } from './doc-lists'
import { MemorySegment } from './memory-segment'
import { mergeSegments, sortedTerms, storedTerms, type MergeInput } from './merge'
import { resized, StoredSegment, type Columns, type IndexedPost, type TermSource } from './segment'

const post = (id: number, text: string, seq = 1): IndexedPost => ({
  post: id,
  thread: 1,
  author: 2,
  time: id * 1_000,
  seq,
  title: id % 3 === 0 ? `标题 ${text}` : null,
  text,
})

/** Everything a source knows of a term, with posts in the place of documents. */
function contents(source: TermSource, term: string, columns: Columns) {
  const postings = source.find(term)
  const docs = postings?.docs() ?? new Uint32Array(0)
  return {
    posts: Array.from(docs, (doc) => columns.post[doc]),
    places: Array.from(postings && docs.length > 0 ? postings.places(docs) : []),
  }
}

function inMemory(posts: readonly IndexedPost[]): MemorySegment {
  const segment = new MemorySegment()
  for (const each of [...posts].sort((a, b) => a.post - b.post)) segment.add(each)
  return segment
}

interface Written {
  segment: StoredSegment
  source: TermSource
  pages: Buffer[]
}

async function stored(
  columns: Columns,
  write: (page: (first: string, page: Buffer) => void) => Promise<unknown>,
): Promise<Written> {
  const firsts: string[] = []
  const pages: Buffer[] = []
  await write((first, page) => {
    firsts.push(first)
    pages.push(page)
  })
  const segment = new StoredSegment(1, columns, firsts)
  return { segment, pages, source: segment.withPages((no) => pages[no]!) }
}

const inputFrom = (memory: MemorySegment): MergeInput => ({
  columns: resized(memory.columns, memory.count),
  dead: Bitmap.of(memory.count),
  terms: sortedTerms(memory),
})
const storedFrom = (memory: MemorySegment) =>
  stored(resized(memory.columns, memory.count), (write) => mergeSegments([inputFrom(memory)], write))

async function* each(pages: readonly Buffer[]) {
  yield* pages
}

const words = fc.array(
  fc.constantFrom('我', '们', '工作', '签证', 'H-1B', 'visa', 'visas', '。', ' ', '🎉', 'C++'),
  { maxLength: 30 },
)
const texts = fc.array(
  words.map((parts) => parts.join('')),
  { minLength: 1, maxLength: 12 },
)

it('stores every term of a segment with its documents and positions', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const memory = inMemory(all.map((text, i) => post(i + 1, text)))
      const { source } = await storedFrom(memory)
      for (const term of memory.terms.keys()) {
        const hasPositions = (memory.find(term)?.places(memory.find(term)!.docs()) ?? []).length > 0
        const [before, after] = [
          contents(memory, term, memory.columns),
          contents(source, term, memory.columns),
        ]
        expect(after.posts).toEqual(before.posts)
        if (hasPositions) expect(after.places).toEqual(before.places)
      }
      expect(source.find('不在')).toBeNull()
      expect(source.beginningWith('vis').reduce((sum, { count }) => sum + count, 0)).toBe(
        memory.beginningWith('vis').reduce((sum, { count }) => sum + count, 0),
      )
    }),
    { numRuns: 50 },
  )
})

it('merges segments into the one that their living posts would make', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, fc.array(fc.boolean(), { maxLength: 24 }), async (one, other, areDead) => {
      // Both segments hold posts of the same range, as after edits.
      const groups = [
        one.map((text, i) => post(i * 2 + 1, text)),
        other.map((text, i) => post(i * 2 + 2, text)),
      ]
      const isDead = ({ post: id }: IndexedPost) => areDead[id] ?? false
      const inputs: MergeInput[] = []
      for (const posts of groups) {
        const memory = inMemory(posts)
        const dead = Bitmap.of(posts.length)
        for (const [doc, each] of posts.entries()) if (isDead(each)) dead.add(doc)
        inputs.push({
          columns: resized(memory.columns, memory.count),
          dead,
          terms: storedTerms(each((await storedFrom(memory)).pages)),
        })
      }
      const firsts: string[] = []
      const pages: Buffer[] = []
      const columns = await mergeSegments(inputs, (first, page) => {
        firsts.push(first)
        pages.push(page)
      })
      const expected = inMemory(groups.flat().filter((each) => !isDead(each)))
      const segment = new StoredSegment(2, columns, firsts)
      const source = segment.withPages((no) => pages[no]!)
      expect([...columns.post]).toEqual([...expected.columns.post.subarray(0, expected.count)])
      expect(Array.from(columns.post, (_, doc) => columns.opening.has(doc))).toEqual(
        Array.from(columns.post, (_, doc) => expected.columns.opening.has(doc)),
      )
      for (const term of expected.terms.keys()) {
        const [before, after] = [contents(expected, term, expected.columns), contents(source, term, columns)]
        expect(after.posts).toEqual(before.posts)
        if (before.places.length > 0) expect(after.places).toEqual(before.places)
      }
    }),
    { numRuns: 50 },
  )
})

it('finds every term in segments of many pages', async () => {
  const memory = inMemory(
    Array.from({ length: 400 }, (_, i) =>
      post(
        i + 1,
        Array.from({ length: 40 }, (_value, k) =>
          String.fromCodePoint(0x4e00 + ((i * 37 + k * 11) % 3_000)),
        ).join(''),
      ),
    ),
  )
  const { source, pages } = await storedFrom(memory)
  expect(pages.length).toBeGreaterThan(5)
  for (const term of memory.terms.keys()) {
    expect(contents(source, term, memory.columns).posts).toEqual(contents(memory, term, memory.columns).posts)
  }
})

it('lets requests come between while it merges a term of many documents', async () => {
  const documents = 5_000
  const memory = inMemory(Array.from({ length: documents }, (_, i) => post(3 * i + 1, '我')))
  let turns = 0
  let isMerging = true
  const count = () => {
    turns += 1
    if (isMerging) setImmediate(count)
  }
  let time = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1_000))
  setImmediate(count)
  await storedFrom(memory)
  isMerging = false
  clock.mockRestore()
  // Once in a thousand documents for their columns, and again for the term.
  expect(turns).toBeGreaterThanOrEqual((2 * documents) / 1_000)
})
