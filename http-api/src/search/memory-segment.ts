import { lowerBound, type DocList } from './doc-lists'
import {
  emptyColumns,
  setColumns,
  type Columns,
  type IndexedPost,
  type Postings,
  type TermSource,
} from './segment'
import { IN_TITLE, termsOf } from './terms'

/** Positions beyond are not indexed. No post is that long. */
const POSITION_MAX = 0xffff

/** The documents of a term, ascending, and the positions in each for pairs. */
class GrowingPostings implements Postings {
  readonly numbers: number[] = []
  readonly positionsOf: number[][] = []

  get count(): number {
    return this.numbers.length
  }

  docs(): DocList {
    return Uint32Array.from(this.numbers)
  }

  positions(wanted: DocList): number[][] {
    let at = 0
    return Array.from(wanted, (doc) => {
      at = lowerBound(this.numbers, doc, at)
      return this.positionsOf[at] ?? []
    })
  }

  addWord(doc: number): void {
    if (this.numbers.at(-1) !== doc) this.numbers.push(doc)
  }

  addPosition(doc: number, position: number): void {
    if (this.numbers.at(-1) === doc) this.positionsOf.at(-1)?.push(position)
    else {
      this.numbers.push(doc)
      this.positionsOf.push([position])
    }
  }
}

/** A segment that grows: the newest posts, or those from which a stored segment is made. */
export class MemorySegment implements TermSource {
  readonly terms = new Map<string, GrowingPostings>()
  /** The words that may be found by a prefix. */
  private readonly words = new Set<string>()
  readonly columns: Columns
  count = 0

  constructor(readonly capacity: number) {
    this.columns = emptyColumns(capacity)
  }

  get isFull(): boolean {
    return this.count === this.capacity
  }

  /** Adds a post and returns its document. */
  add(post: IndexedPost): number {
    const doc = this.count
    this.count += 1
    setColumns(this.columns, doc, post)
    if (post.title !== null) this.addText(doc, post.title, IN_TITLE)
    this.addText(doc, post.text, '')
    return doc
  }

  private addText(doc: number, text: string, place: string): void {
    termsOf(text, {
      word: (term) => {
        if (/^\p{L}{3}/u.test(term)) this.words.add(place + term)
        this.postings(place + term).addWord(doc)
      },
      pair: (term, position) => {
        if (position <= POSITION_MAX) this.postings(place + term).addPosition(doc, position)
      },
    })
  }

  private postings(term: string): GrowingPostings {
    let postings = this.terms.get(term)
    if (!postings) this.terms.set(term, (postings = new GrowingPostings()))
    return postings
  }

  find(term: string): Postings | null {
    return this.terms.get(term) ?? null
  }

  beginningWith(prefix: string): Postings[] {
    return [...this.words].flatMap((word) => (word.startsWith(prefix) ? (this.terms.get(word) ?? []) : []))
  }
}
