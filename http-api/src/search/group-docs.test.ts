import { foldForSearch } from '@forum/shared/text'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { ByteWriter } from './bytes'
import type { DocList } from './doc-lists'
import { openPart, type FindDocs, type Reading } from './group-docs'
import { MemorySegment } from './memory-segment'
import { sortedTerms } from './merge'
import { matchesIn, parseQuery } from './query'
import { StoredSegment } from './segment'
import { StoredTerm, TermPageWriter } from './term-pages'
import { IN_TITLE } from './terms'

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

/** Reads from pages in memory, and only terms of the pages that were asked for. */
const readingFrom = (pages: readonly Buffer[]): Reading => ({
  pause: () => Promise.resolve(),
  read: (segment, numbers) =>
    Promise.resolve(
      segment.withPages((no) => {
        const page = numbers.includes(no) ? pages[no] : undefined
        if (!page) throw new Error('a page was not read')
        return page
      }),
    ),
  keptDocs: new Map<string, DocList>(),
})

/** Generates texts of few characters, so that long phrases agree in part. */
const text = fc.string({
  unit: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('签', '证') },
    fc.constantFrom('hhh', 'hhhh ', 'h', '1', '-', '.', ' '),
  ),
  minLength: 1,
  maxLength: 40,
})

it('finds what texts and titles contain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 12 }), fc.nat(20), async (texts, start) => {
      const query = parseQuery(texts[start % texts.length]?.slice(start % 5, 14) ?? '')
      const parsed = { ...query, groups: [...query.groups, ...(query.phrase ? [query.phrase] : [])] }
      const inMemory = new MemorySegment()
      const post = { thread: 1, author: 1, time: 0, seq: 1 }
      for (const [i, each] of texts.entries())
        inMemory.add({ ...post, post: i + 1, title: each, text: texts[texts.length - 1 - i] ?? '' })
      const { segment, pages } = await stored(inMemory)
      const lookups = parsed.groups.flatMap((group) => [
        { group, place: '' as const },
        { group, place: IN_TITLE } as const,
      ])
      const matched = texts.map((each) => matchesIn(foldForSearch(each), parsed).map(({ group }) => group))
      const reading = readingFrom(pages)
      const expectFound = (find: FindDocs) => {
        for (const [i, group] of parsed.groups.entries()) {
          const titled = matched.flatMap((groups, doc) => (groups.includes(i) ? [doc] : []))
          const written = titled.map((doc) => texts.length - 1 - doc).toReversed()
          expect(Array.from(find(group, IN_TITLE))).toEqual(titled)
          expect(Array.from(find(group, ''))).toEqual(written)
        }
      }
      expectFound(await openPart(inMemory, lookups, reading))
      expectFound(await openPart(segment, lookups, reading))
      const read = () => Promise.reject(new Error('what is kept was read again'))
      expectFound(await openPart(segment, lookups, { ...reading, read }))
    }),
    { numRuns: 300 },
  )
})

it('reads no pairs within words where no words of a query are neighbours', async () => {
  const inMemory = new MemorySegment()
  const texts = ['工作和签证', '签证，工作']
  for (const [i, each] of texts.entries())
    inMemory.add({ post: i + 1, thread: 1, author: 1, time: 0, seq: 1, title: null, text: each })
  const { segment, pages } = await stored(inMemory)
  const reading = readingFrom(pages)
  const read = vi.fn(reading.read)
  const { phrase } = parseQuery('工作 签证')
  const find = await openPart(segment, [{ group: phrase!, place: '' }], { ...reading, read })
  expect(find(phrase!, '')).toHaveLength(0)
  expect(read.mock.calls.flatMap(([, numbers]) => numbers)).toEqual([segment.pageOf('作签')])
})

it('reads the places of a pair once, however often a phrase has it', async () => {
  const inMemory = new MemorySegment()
  const texts = [`${'的'.repeat(5_000)}末`, '的的末', '的末']
  for (const [i, each] of texts.entries())
    inMemory.add({ post: i + 1, thread: 1, author: 1, time: 0, seq: 1, title: null, text: each })
  const { segment, pages } = await stored(inMemory)
  const places = vi.spyOn(StoredTerm.prototype, 'places')
  const docsOf = async (query: string) => {
    const [group] = parseQuery(query).groups
    const find = await openPart(segment, [{ group: group!, place: '' }], readingFrom(pages))
    return Array.from(find(group!, ''))
  }
  expect(await docsOf(`${'的'.repeat(150)}末`)).toEqual([0])
  // Those of the probes and those of all pairs.
  expect(places.mock.calls.length).toBeLessThanOrEqual(4)
  expect(await docsOf('的的末')).toEqual([0, 1])
  places.mockRestore()
})
