import { ByteWriter } from './bytes'
import type { Bitmap, DocList } from './doc-lists'
import type { MemorySegment } from './memory-segment'
import { emptyColumns, NUMBERS, resized, type Columns } from './segment'
import { isSliceOver, nextSlice } from './slices'
import { compareTerms, TermPageWriter, termsOfPage, type Postings } from './term-pages'

/** The terms of a segment, sorted. */
export type Terms = AsyncGenerator<[string, Postings], undefined>

/** Returns the terms of a stored segment from its pages in order. */
export async function* storedTerms(pages: AsyncIterable<Uint8Array>): Terms {
  for await (const page of pages) yield* termsOfPage(page)
  return undefined
}

/** Returns the terms of a segment in memory. They are sorted in portions, since all of them would take too long. */
export async function* sortedTerms({ terms }: MemorySegment): Terms {
  const byFirst = new Map<string, string[]>()
  for (const term of terms.keys()) {
    const first = term.charAt(0)
    const some = byFirst.get(first)
    if (some) some.push(term)
    else byFirst.set(first, [term])
    if (isSliceOver()) await nextSlice()
  }
  for (const first of [...byFirst.keys()].sort(compareTerms)) {
    for (const term of (byFirst.get(first) ?? []).sort(compareTerms)) {
      const postings = terms.get(term)
      if (postings) yield [term, postings]
    }
  }
  return undefined
}

/** A segment to be merged with others; its documents are sorted by post. */
export interface MergeInput {
  columns: Columns
  dead: Bitmap
  terms: Terms
}

/** Receives the pages of a new segment in order. */
export type WritePage = (first: string, page: Buffer) => void

/** A document that was left out of the merged segment. */
const DROPPED = -1
/** Documents that are merged before the time is looked at. */
const STEPS = 1_000

/** Walks over the documents of a term in one input that are kept, by their new numbers. */
class Walk {
  /** The new number of the document; `Infinity` at the end. */
  doc = Infinity
  /** As `encodePositions` writes them; undefined for terms without any. */
  positions: Uint8Array | undefined
  private at = 0
  private readonly docs: DocList
  private readonly encoded: Generator<Uint8Array, undefined>

  constructor(
    postings: Postings,
    private readonly numbers: Int32Array,
  ) {
    this.docs = postings.docs()
    this.encoded = postings.encodedPositions()
    this.next()
  }

  next(): void {
    while (this.at < this.docs.length) {
      this.doc = this.numbers[this.docs[this.at++] ?? 0] ?? DROPPED
      this.positions = this.encoded.next().value
      if (this.doc !== DROPPED) return
    }
    this.doc = Infinity
  }
}

/** Merges segments into one, without their dead documents; returns the columns of the new one. */
export async function mergeSegments(inputs: readonly MergeInput[], write: WritePage): Promise<Columns> {
  const { columns, numbers } = await mergedColumns(inputs)
  const pages = new TermPageWriter(write)
  const [docs, positions] = [new ByteWriter(), new ByteWriter()]
  const heads = await Promise.all(inputs.map(({ terms }) => terms.next()))
  for (;;) {
    const terms = heads.flatMap(({ value }) => value?.[0] ?? [])
    const term = terms.reduce((least, each) => (each < least ? each : least), terms[0] ?? '')
    if (terms.length === 0) break
    const walks: Walk[] = []
    for (const [i, { value }] of heads.entries()) {
      const renumbered = numbers[i]
      if (renumbered && value?.[0] === term) walks.push(new Walk(value[1], renumbered))
    }
    let count = 0
    for (let last = -1; ; count += 1) {
      const walk = walks.reduce((least, each) => (each.doc < least.doc ? each : least))
      if (walk.doc === Infinity) break
      docs.number(walk.doc - last - 1)
      last = walk.doc
      if (walk.positions) positions.append(walk.positions)
      walk.next()
      // A term may be in most of the documents.
      if (count % STEPS === 0 && isSliceOver()) await nextSlice()
    }
    if (count > 0) pages.add(term, { count, docs: docs.take(), positions: positions.take() })
    for (const [i, { terms: rest }] of inputs.entries()) {
      if (heads[i]?.value?.[0] === term) heads[i] = await rest.next()
    }
    if (isSliceOver()) await nextSlice()
  }
  pages.flush()
  return columns
}

/** Sorts the documents of all inputs by post; returns their columns and the new number of each document. */
async function mergedColumns(
  inputs: readonly MergeInput[],
): Promise<{ columns: Columns; numbers: Int32Array[] }> {
  const numbers = inputs.map(({ columns }) => new Int32Array(columns.post.length).fill(DROPPED))
  const size = inputs.reduce((sum, { columns }) => sum + columns.post.length, 0)
  const all = emptyColumns(size)
  const next = inputs.map(() => 0)
  let count = 0
  for (let step = 0; ; step += 1) {
    let least = -1
    let post = Infinity
    for (const [i, { columns }] of inputs.entries()) {
      const candidate = columns.post[next[i] ?? 0]
      if (candidate !== undefined && candidate < post) {
        post = candidate
        least = i
      }
    }
    const input = inputs[least]
    if (!input) break
    const doc = next[least] ?? 0
    next[least] = doc + 1
    if (!input.dead.has(doc)) {
      for (const name of NUMBERS) all[name][count] = input.columns[name][doc] ?? 0
      if (input.columns.opening.has(doc)) all.opening.add(count)
      const renumbered = numbers[least]
      if (renumbered) renumbered[doc] = count
      count += 1
    }
    if (step % STEPS === 0 && isSliceOver()) await nextSlice()
  }
  return { columns: resized(all, count), numbers }
}
