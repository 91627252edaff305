import { ByteReader, ByteWriter } from './bytes'
import { POSITIONS, type DocList, type PlaceList } from './doc-lists'

/**
 * The terms of a segment, sorted and cut into pages. A page begins with its terms, each written as the difference to the
 * one before it, followed by the documents of each term and, for pairs, the positions in each document.
 */

/** Approximate size of a page; a term with a longer list has a page of its own. */
const PAGE_BYTES = 2 * 1024

/** Where a term occurs. */
export interface EncodedTerm {
  count: number
  /** Ascending, each as the difference to the one before it. */
  docs: Uint8Array
  /** Those of each document as `encodePositions` writes them; empty for terms without positions. */
  positions: Uint8Array
}

/** Compares as pages are sorted: by code units. */
export const compareTerms = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export class TermPageWriter {
  private readonly head = new ByteWriter()
  private readonly body = new ByteWriter(PAGE_BYTES)
  private first: string | null = null
  private previous = ''
  private count = 0

  /** @param write receives each finished page with its first term */
  constructor(private readonly write: (first: string, page: Buffer) => void) {}

  /** Adds a term; they come in order. */
  add(term: string, { count, docs, positions }: EncodedTerm): void {
    if (this.head.length + this.body.length + docs.length + positions.length > PAGE_BYTES) this.flush()
    if (this.first === null) {
      this.first = term
      this.previous = ''
    }
    let shared = 0
    while (shared < term.length && term.charCodeAt(shared) === this.previous.charCodeAt(shared)) shared += 1
    // UTF-16 keeps the half of a character that a cut long word may end with.
    const rest = Buffer.from(term.slice(shared), 'utf16le')
    for (const value of [shared, rest.length]) this.head.number(value)
    this.head.append(rest)
    for (const value of [count, docs.length, positions.length]) this.head.number(value)
    this.body.append(docs)
    this.body.append(positions)
    this.previous = term
    this.count += 1
  }

  flush(): void {
    if (this.first === null) return
    const size = new ByteWriter(16)
    size.number(this.count)
    size.number(this.head.length)
    this.write(this.first, Buffer.concat([size.take(), this.head.take(), this.body.take()]))
    this.first = null
    this.count = 0
  }
}

/** The occurrences of one term in a segment. */
export interface Postings {
  /** Number of documents. */
  readonly count: number
  docs(): DocList
  /** Returns where the term is in these documents, which all contain it. Only for pairs. */
  places(wanted: DocList): PlaceList
  /** Returns the positions in each document as `encodePositions` writes them; nothing for terms without any. */
  encodedPositions(): Generator<Uint8Array, undefined>
}

/** A term of a page that has been read. */
export class StoredTerm implements Postings {
  private decoded: DocList | undefined

  constructor(
    private readonly page: Uint8Array,
    readonly count: number,
    private readonly docsAt: number,
    private readonly positionsAt: number,
    private readonly end: number,
  ) {}

  docs(): DocList {
    return (this.decoded ??= decodeDocs(this.page, this.docsAt, this.count))
  }

  places(wanted: DocList): PlaceList {
    return decodePlaces(this.page, this.positionsAt, this.docs(), wanted)
  }

  *encodedPositions(): Generator<Uint8Array, undefined> {
    const reader = new ByteReader(this.page, this.positionsAt)
    while (reader.offset < this.end) {
      const start = reader.offset
      while ((reader.number() & 1) === 1);
      yield this.page.subarray(start, reader.offset)
    }
    return undefined
  }
}

/** Returns the terms of a page in order, from the first that is at least `from`. */
export function* termsOfPage(page: Uint8Array, from = ''): Generator<[string, StoredTerm]> {
  const reader = new ByteReader(page)
  const count = reader.number()
  const headLength = reader.number()
  let body = reader.offset + headLength
  let previous = ''
  for (let i = 0; i < count; i += 1) {
    const shared = reader.number()
    const length = reader.number()
    const rest = Buffer.from(page.buffer, page.byteOffset + reader.offset, length).toString('utf16le')
    reader.offset += length
    const term = previous.slice(0, shared) + rest
    const [docCount, docs, positions] = [reader.number(), reader.number(), reader.number()]
    if (term >= from) {
      yield [term, new StoredTerm(page, docCount, body, body + docs, body + docs + positions)]
    }
    body += docs + positions
    previous = term
  }
}

/** Finds a term of a page, comparing code units without decoding the other terms; null if it is not there. */
export function findTerm(page: Uint8Array, wanted: string): StoredTerm | null {
  const reader = new ByteReader(page)
  const count = reader.number()
  const headLength = reader.number()
  let body = reader.offset + headLength
  /** Number of code units in which the last term agrees with the wanted one. */
  let agreed = 0
  for (let i = 0; i < count; i += 1) {
    const shared = reader.number()
    const length = reader.number() >>> 1
    const start = reader.offset
    reader.offset += length * 2
    const docCount = reader.number()
    const docs = reader.number()
    const positions = reader.number()
    // Terms are sorted: one that shares less than agreed sorts after the wanted term.
    if (i > 0 && shared < agreed) return null
    if (shared === agreed) {
      let k = 0
      while (
        k < length &&
        agreed < wanted.length &&
        unitAt(page, start + 2 * k) === wanted.charCodeAt(agreed)
      ) {
        k += 1
        agreed += 1
      }
      if (agreed === wanted.length && k === length)
        return new StoredTerm(page, docCount, body, body + docs, body + docs + positions)
      if (k < length && (agreed === wanted.length || unitAt(page, start + 2 * k) > wanted.charCodeAt(agreed)))
        return null
    }
    body += docs + positions
  }
  return null
}

const unitAt = (page: Uint8Array, at: number): number => (page[at] ?? 0) | ((page[at + 1] ?? 0) << 8)

// The numbers of these two are read as `ByteReader` does, without a call each: there are up to a million in a list.

function decodeDocs(page: Uint8Array, start: number, count: number): DocList {
  const docs = new Uint32Array(count)
  let at = start
  let last = -1
  for (let i = 0; i < count; i += 1) {
    let byte = page[at++] ?? 0
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = page[at++] ?? 0
      value |= (byte & 127) << shift
    }
    last += 1 + (value >>> 0)
    docs[i] = last
  }
  return docs
}

/** Writes the ascending positions in one document as differences; the lowest bit says whether another follows. */
export function encodePositions(writer: ByteWriter, positions: readonly number[]): void {
  let last = 0
  for (const [i, position] of positions.entries()) {
    writer.number(((position - last) << 1) | (i + 1 < positions.length ? 1 : 0))
    last = position
  }
}

function decodePlaces(page: Uint8Array, start: number, docs: DocList, wanted: DocList): PlaceList {
  let places = new Float64Array(2 * wanted.length)
  let count = 0
  let at = start
  for (let i = 0, next = 0; next < wanted.length && i < docs.length; i += 1) {
    const doc = docs[i] ?? 0
    const isWanted = doc === wanted[next]
    let position = 0
    for (let more = 1; more === 1;) {
      let byte = page[at++] ?? 0
      let value = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = page[at++] ?? 0
        value |= (byte & 127) << shift
      }
      more = value & 1
      if (!isWanted) continue
      position += value >>> 1
      if (count === places.length) {
        const larger = new Float64Array(2 * count)
        larger.set(places)
        places = larger
      }
      places[count++] = doc * POSITIONS + position
    }
    if (isWanted) next += 1
  }
  return places.subarray(0, count)
}
