import { Bitmap, lowerBound } from './doc-lists'
import { findTerm, termsOfPage, type Postings, type StoredTerm } from './term-pages'

/** A post as the index contains it: what a search finds, filters and orders by. */
export interface IndexedPost {
  post: number
  thread: number
  author: number
  /** When it was written, in milliseconds. */
  time: number
  /** The seq that its thread had when the post was read: of two versions, the higher one is the newer. */
  seq: number
  /** The title of the thread if this is its opening post, else null. */
  title: string | null
  text: string
}

/** Facts about each document of a segment, by its number. */
export interface Columns {
  post: Uint32Array
  thread: Uint32Array
  author: Uint32Array
  time: Float64Array
  seq: Uint32Array
  /** The documents that are opening posts. */
  opening: Bitmap
}

/** The columns of numbers. */
export const NUMBERS = ['post', 'thread', 'author', 'time', 'seq'] as const

export const emptyColumns = (size: number): Columns => ({
  post: new Uint32Array(size),
  thread: new Uint32Array(size),
  author: new Uint32Array(size),
  time: new Float64Array(size),
  seq: new Uint32Array(size),
  opening: Bitmap.of(size),
})

/** Returns columns of another size, with as many of the documents as fit. */
export function resized(columns: Columns, size: number): Columns {
  const other = emptyColumns(size)
  for (const name of NUMBERS) other[name].set(columns[name].subarray(0, size))
  other.opening.bytes.set(columns.opening.bytes.subarray(0, other.opening.bytes.length))
  return other
}

export function setColumns(columns: Columns, doc: number, post: Omit<IndexedPost, 'text'>): void {
  for (const name of NUMBERS) columns[name][doc] = post[name]
  if (post.title !== null) columns.opening.add(doc)
}

/** A searchable set of documents: a stored segment with its pages, or the newest posts in memory. */
export interface TermSource {
  find(term: string): Postings | null
  /** Returns the words that begin with a prefix. */
  beginningWith(prefix: string): Postings[]
  /** Returns the same words with how many documents have each. */
  wordsWith(prefix: string): [word: string, count: number][]
}

/** Sorts behind every word that begins with the same letters. */
const LAST = '\uffff'

/** An immutable segment: its columns in memory, its terms in pages that are read when needed. */
export class StoredSegment {
  /** The time of its newest document. */
  readonly newest: number

  constructor(
    readonly id: number,
    readonly columns: Columns,
    /** The first term of each page. */
    private readonly firsts: readonly string[],
  ) {
    this.newest = columns.time.reduce((a, b) => Math.max(a, b), -Infinity)
  }

  get count(): number {
    return this.columns.post.length
  }

  /** Returns the document of a post, or -1. Documents are sorted by post. */
  find(post: number): number {
    const doc = lowerBound(this.columns.post, post)
    return this.columns.post[doc] === post ? doc : -1
  }

  /** Returns the number of the page that would contain a term. */
  pageOf(term: string): number {
    let low = 0
    let high = this.firsts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.firsts[middle] ?? '') <= term) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** Returns the pages that contain words with a prefix. */
  pagesOf(prefix: string): number[] {
    const first = Math.max(0, this.pageOf(prefix))
    const last = this.pageOf(prefix + LAST)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
  }

  /** Returns the terms of the given pages, which were read before. */
  withPages(pageOf: (no: number) => Uint8Array): TermSource {
    const beginningWith = (prefix: string): [string, StoredTerm][] => {
      const found: [string, StoredTerm][] = []
      for (const no of this.pagesOf(prefix)) {
        for (const [term, postings] of termsOfPage(pageOf(no), prefix)) {
          if (!term.startsWith(prefix)) break
          found.push([term, postings])
        }
      }
      return found
    }
    return {
      find: (term) => {
        const no = this.pageOf(term)
        return no < 0 ? null : findTerm(pageOf(no), term)
      },
      beginningWith: (prefix) => beginningWith(prefix).map(([, postings]) => postings),
      wordsWith: (prefix) => beginningWith(prefix).map(([term, { count }]) => [term, count]),
    }
  }
}
