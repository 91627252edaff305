import { ByteWriter } from './bytes'
import type { Bitmap } from './doc-lists'
import type { MemorySegment } from './memory-segment'
import { emptyColumns, type Columns } from './segment'
import { Slices } from './slices'
import {
  compareTerms,
  encodeDocs,
  encodePositions,
  TermPageWriter,
  termsOfPage,
  type StoredTerm,
} from './term-pages'

/** Receives the pages of a new segment in order. */
export type WritePage = (first: string, page: Buffer) => void

/** Number of terms that are sorted at once. */
const SORTED_AT_ONCE = 2_000

/** Writes the pages of a segment from memory, whose documents are sorted by post. */
export async function writePages(segment: MemorySegment, write: WritePage): Promise<void> {
  const pages = new TermPageWriter(write)
  const docs = new ByteWriter()
  const positions = new ByteWriter()
  const slices = new Slices()
  for (const term of await sorted([...segment.terms.keys()], slices)) {
    const postings = segment.terms.get(term)
    if (!postings) continue
    encodeDocs(docs, postings.numbers)
    for (const each of postings.positionsOf) encodePositions(positions, each)
    pages.add(term, { count: postings.count, docs: docs.take(), positions: positions.take() })
    if (slices.isOver) await slices.rest()
  }
  pages.flush()
}

/** Sorts terms in slices. */
async function sorted(terms: string[], slices: Slices): Promise<string[]> {
  let runs: string[][] = []
  for (let i = 0; i < terms.length; i += SORTED_AT_ONCE) {
    runs.push(terms.slice(i, i + SORTED_AT_ONCE).sort(compareTerms))
    if (slices.isOver) await slices.rest()
  }
  while (runs.length > 1) {
    const longer: string[][] = []
    for (let i = 0; i < runs.length; i += 2) {
      longer.push(await mergedRuns(runs[i] ?? [], runs[i + 1] ?? [], slices))
    }
    runs = longer
  }
  return runs[0] ?? []
}

async function mergedRuns(one: string[], other: string[], slices: Slices): Promise<string[]> {
  const all: string[] = []
  let i = 0
  let k = 0
  while (i < one.length && k < other.length) {
    const [a = '', b = ''] = [one[i], other[k]]
    if (a < b) i += 1
    else k += 1
    all.push(a < b ? a : b)
    if (all.length % SORTED_AT_ONCE === 0 && slices.isOver) await slices.rest()
  }
  return all.concat(one.slice(i), other.slice(k))
}

/** A segment to be merged with others. */
export interface MergeInput {
  columns: Columns
  dead: Bitmap
  /** The pages of its terms in order. */
  pages: AsyncIterable<Uint8Array>
}

/** A document that was left out of the merged segment. */
const DROPPED = -1

/** Merges segments into one, without their dead documents; returns the columns of the new one. */
export async function mergeSegments(inputs: readonly MergeInput[], write: WritePage): Promise<Columns> {
  const slices = new Slices()
  const { columns, numbers } = await mergedColumns(inputs, slices)
  const pages = new TermPageWriter(write)
  const docs = new ByteWriter()
  const positions = new ByteWriter()
  const cursors = await Promise.all(inputs.map((input) => TermCursor.open(input.pages)))
  for (;;) {
    let term: string | null = null
    for (const { current } of cursors) {
      if (current && (term === null || current[0] < term)) term = current[0]
    }
    if (term === null) break
    const runs: Run[] = []
    for (const [i, cursor] of cursors.entries()) {
      if (cursor.current?.[0] !== term) continue
      runs.push(runOf(cursor.current[1], numbers[i] ?? new Int32Array(0)))
      await cursor.advance()
    }
    const count = mergeRuns(runs, docs, positions)
    if (count > 0) pages.add(term, { count, docs: docs.take(), positions: positions.take() })
    if (slices.isOver) await slices.rest()
  }
  pages.flush()
  return columns
}

/** Sorts the documents of all inputs by post; returns their columns and the new number of each document. */
async function mergedColumns(
  inputs: readonly MergeInput[],
  slices: Slices,
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
      for (const name of ['post', 'thread', 'author', 'time', 'seq'] as const)
        all[name][count] = input.columns[name][doc] ?? 0
      if (input.columns.opening.has(doc)) all.opening.add(count)
      const renumbered = numbers[least]
      if (renumbered) renumbered[doc] = count
      count += 1
    }
    if (step % 1_000 === 0 && slices.isOver) await slices.rest()
  }
  const columns: Columns = {
    post: all.post.slice(0, count),
    thread: all.thread.slice(0, count),
    author: all.author.slice(0, count),
    time: all.time.slice(0, count),
    seq: all.seq.slice(0, count),
    opening: all.opening,
  }
  return { columns, numbers }
}

/** Walks over the terms of a segment's pages in order. */
class TermCursor {
  current: [string, StoredTerm] | null = null
  private terms: Iterator<[string, StoredTerm]> = [][Symbol.iterator]()

  private constructor(private readonly pages: AsyncIterator<Uint8Array>) {}

  static async open(pages: AsyncIterable<Uint8Array>): Promise<TermCursor> {
    const cursor = new TermCursor(pages[Symbol.asyncIterator]())
    await cursor.advance()
    return cursor
  }

  async advance(): Promise<void> {
    for (;;) {
      const term = this.terms.next()
      if (!term.done) {
        this.current = term.value
        return
      }
      const page = await this.pages.next()
      if (page.done) {
        this.current = null
        return
      }
      this.terms = termsOfPage(page.value)
    }
  }
}

/** The documents of a term in one input, under their new numbers, with their encoded positions. */
interface Run {
  docs: number[]
  /** Empty for terms without positions. */
  positions: Uint8Array[]
}

function runOf(term: StoredTerm, numbers: Int32Array): Run {
  const run: Run = { docs: [], positions: [] }
  const encoded = term.hasPositions ? term.encodedPositions() : null
  for (const doc of term.docs()) {
    const number = numbers[doc] ?? DROPPED
    const positions = encoded?.next().value
    if (number === DROPPED) continue
    run.docs.push(number)
    if (positions) run.positions.push(positions)
  }
  return run
}

/** Writes the documents of all runs in order; returns their number. */
function mergeRuns(runs: readonly Run[], docs: ByteWriter, positions: ByteWriter): number {
  const next = runs.map(() => 0)
  const merged: number[] = []
  for (;;) {
    let least = -1
    let number = Infinity
    for (const [i, run] of runs.entries()) {
      const candidate = run.docs[next[i] ?? 0]
      if (candidate !== undefined && candidate < number) {
        number = candidate
        least = i
      }
    }
    const run = runs[least]
    if (!run) break
    const bytes = run.positions[next[least] ?? 0]
    if (bytes) positions.append(bytes)
    next[least] = (next[least] ?? 0) + 1
    merged.push(number)
  }
  encodeDocs(docs, merged)
  return merged.length
}
