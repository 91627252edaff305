import { ByteWriter } from './bytes'
import { lowerBound, POSITIONS, type DocList, type PlaceList } from './doc-lists'
import { emptyColumns, resized, setColumns, type Columns, type IndexedPost, type TermSource } from './segment'
import { encodePositions, type Postings } from './term-pages'
import { IN_TITLE, termsOf } from './terms'

/** Number of documents for which a segment has room at first. */
const CAPACITY = 64

/** The documents of a term, ascending, and the positions in each for pairs. */
class GrowingPostings implements Postings {
  private readonly numbers: number[] = []
  private readonly positionsOf: number[][] = []

  get count(): number {
    return this.numbers.length
  }

  docs(): DocList {
    return Uint32Array.from(this.numbers)
  }

  places(wanted: DocList): PlaceList {
    const places: number[] = []
    let at = 0
    for (const doc of wanted) {
      at = lowerBound(this.numbers, doc, at)
      for (const position of this.positionsOf[at] ?? []) places.push(doc * POSITIONS + position)
    }
    return Float64Array.from(places)
  }

  *encodedPositions(): Generator<Uint8Array, undefined> {
    const writer = new ByteWriter()
    for (const positions of this.positionsOf) {
      encodePositions(writer, positions)
      yield writer.take()
    }
    return undefined
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
  /** Replaced as the segment grows, so that those who hold them see no change. */
  columns: Columns = emptyColumns(CAPACITY)
  count = 0
  /** The time of its newest document. */
  newest = -Infinity

  /** Adds a post and returns its document. */
  add(post: IndexedPost): number {
    const doc = this.count
    this.count += 1
    this.newest = Math.max(this.newest, post.time)
    if (this.count > this.columns.post.length) this.columns = resized(this.columns, this.count * 2)
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
        // No post is longer.
        if (position < POSITIONS) this.postings(place + term).addPosition(doc, position)
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

  wordsWith(prefix: string): [string, number][] {
    const found: [string, number][] = []
    for (const word of this.words)
      if (word.startsWith(prefix)) found.push([word, this.terms.get(word)?.count ?? 0])
    return found
  }

  beginningWith(prefix: string): Postings[] {
    return [...this.words].flatMap((word) => (word.startsWith(prefix) ? (this.terms.get(word) ?? []) : []))
  }
}
