import { foldForSearch } from '@forum/shared/text'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ByteWriter } from './bytes'
import type { DocList } from './doc-lists'
import { openPart } from './group-docs'
import { MemorySegment } from './memory-segment'
import { sortedTerms } from './merge'
import { matchesIn, parseQuery } from './query'
import { StoredSegment } from './segment'
import { TermPageWriter } from './term-pages'

/** Stores a segment with a page for each term. */
async function stored(memory: MemorySegment): Promise<{ segment: StoredSegment; pages: Buffer[] }> {
  const firsts: string[] = []
  const pages: Buffer[] = []
  const writer = new TermPageWriter((first, page) => {
    firsts.push(first)
    pages.push(page)
  })
  for await (const [term, postings] of sortedTerms(memory)) {
    const docs = new ByteWriter()
    let last = -1
    for (const doc of postings.docs()) {
      docs.number(doc - last - 1)
      last = doc
    }
    writer.add(term, {
      count: postings.count,
      docs: docs.take(),
      positions: Buffer.concat([...postings.encodedPositions()]),
    })
    writer.flush()
  }
  return { segment: new StoredSegment(1, memory.columns, firsts), pages }
}

/** Of few characters, so that long phrases agree in part. */
const text = fc.string({
  unit: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('签', '证') },
    fc.constantFrom('h', '1', '-', '.', ' '),
  ),
  minLength: 1,
  maxLength: 40,
})

it('finds the same with any pages in memory, and reads each page before it looks at it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 12 }),
      fc.nat(20),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
      async (texts, start, memory) => {
        const query = texts[start % texts.length]?.slice(start % 5, 14) ?? ''
        const inMemory = new MemorySegment()
        const post = { thread: 1, author: 1, time: 0, seq: 1, title: null }
        for (const [i, each] of texts.entries()) inMemory.add({ ...post, post: i + 1, text: each })
        const { segment, pages } = await stored(inMemory)
        const kept = new Map<string, DocList>()
        const parsed = parseQuery(query)
        const lookups = parsed.groups.map((group) => ({ group, place: '' as const }))
        const matched = texts.map((each) => matchesIn(foldForSearch(each), parsed).map(({ group }) => group))
        const reading = {
          begunAt: 0,
          isInMemory: (_: StoredSegment, page: number) => memory[page % memory.length] === true,
          read: (_: StoredSegment, read: readonly number[]) =>
            Promise.resolve(
              segment.withPages((no) => {
                const page = read.includes(no) ? pages[no] : undefined
                if (!page) throw new Error('a page was not read')
                return page
              }),
            ),
          kept,
        }
        const finds = [
          await openPart(inMemory, lookups, reading),
          await openPart(segment, lookups, reading),
          await openPart(segment, lookups, reading),
        ]
        for (const [i, { group, place }] of lookups.entries()) {
          const docs = matched.flatMap((groups, doc) => (groups.includes(i) ? [doc] : []))
          for (const find of finds) expect(Array.from(find(group, place))).toEqual(docs)
          expect(Array.from(kept.get(`1 ${group.key}`) ?? [])).toEqual(docs)
        }
      },
    ),
    { numRuns: 300 },
  )
})
