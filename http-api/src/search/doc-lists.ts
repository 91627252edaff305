/** Ascending lists of documents, by their numbers in a segment. */
export type DocList = Uint32Array

export const NO_DOCS: DocList = new Uint32Array(0)

/** Positions in a document are less than this. */
export const POSITIONS = 0x10000
/** Where a term is in the documents of a segment, ascending: `doc * POSITIONS + position`. */
export type PlaceList = Float64Array

export const NO_PLACES: PlaceList = new Float64Array(0)

/** Returns the documents of places. */
export function docsOfPlaces(places: PlaceList): DocList {
  const docs = new Uint32Array(places.length)
  let count = 0
  for (let i = 0; i < places.length; i += 1) {
    const doc = Math.floor((places[i] ?? 0) / POSITIONS)
    if (count === 0 || docs[count - 1] !== doc) docs[count++] = doc
  }
  return docs.subarray(0, count)
}

/** From this ratio of lengths on, looking up each value of the shorter list is faster than walking both. */
const LOOK_UP_FROM = 8

/** Returns what is in both of two ascending lists. */
export function intersect<List extends DocList | PlaceList>(one: List, other: List): List {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  const found = short.slice()
  const areClose = long.length <= short.length * LOOK_UP_FROM
  const count =
    areClose && short instanceof Uint32Array && long instanceof Uint32Array && found instanceof Uint32Array
      ? walk(short, long, found)
      : lookUp(short, long, found)
  return found.subarray(0, count) as List
}

type List = DocList | PlaceList

/**
 * Has no branch that depends on the values, since a processor guesses every other one wrong, and takes lists of one type,
 * which the compiler makes fast.
 */
function walk(short: DocList, long: DocList, found: DocList): number {
  let count = 0
  for (let i = 0, k = 0; i < short.length && k < long.length;) {
    const a = short[i] ?? 0
    const b = long[k] ?? 0
    found[count] = a
    count += Number(a === b)
    i += Number(a <= b)
    k += Number(b <= a)
  }
  return count
}

/** Looks each value up from the last place on, in steps that double. */
function lookUp(short: List, long: List, found: List): number {
  let count = 0
  for (let i = 0, at = 0; i < short.length; i += 1) {
    const value = short[i] ?? 0
    let end = at
    for (let step = 1; end < long.length && (long[end] ?? 0) < value; step *= 2) {
      at = end + 1
      end += step
    }
    at = lowerBound(long, value, at, Math.min(end, long.length))
    if (long[at] === value) found[count++] = value
  }
  return count
}

/** Returns the first index from `start` on whose value is at least `value`; `end` if there is none. */
export function lowerBound(values: ArrayLike<number>, value: number, start = 0, end = values.length): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the documents of either list, each once. */
export function unite(one: DocList, other: DocList): DocList {
  if (one.length === 0) return other
  if (other.length === 0) return one
  const all = new Uint32Array(one.length + other.length)
  let count = 0
  let i = 0
  let k = 0
  while (i < one.length && k < other.length) {
    const a = one[i] ?? 0
    const b = other[k] ?? 0
    all[count++] = Math.min(a, b)
    i += Number(a <= b)
    k += Number(b <= a)
  }
  for (const rest of [one.subarray(i), other.subarray(k)]) {
    all.set(rest, count)
    count += rest.length
  }
  return all.subarray(0, count)
}

/** Returns the documents of any of several lists, each once. Halves are united, since a prefix may have many words. */
export function uniteAll(lists: readonly DocList[]): DocList {
  if (lists.length <= 1) return lists[0] ?? NO_DOCS
  const middle = lists.length >>> 1
  return unite(uniteAll(lists.slice(0, middle)), uniteAll(lists.slice(middle)))
}

/** A set of documents, one bit each. */
export class Bitmap {
  constructor(readonly bytes: Uint8Array) {}

  static of(size: number): Bitmap {
    return new Bitmap(new Uint8Array(Math.ceil(size / 8)))
  }

  has(doc: number): boolean {
    return ((this.bytes[doc >>> 3] ?? 0) & (1 << (doc & 7))) !== 0
  }

  add(doc: number): void {
    this.bytes[doc >>> 3] = (this.bytes[doc >>> 3] ?? 0) | (1 << (doc & 7))
  }

  /** Returns a bitmap with more documents; those who hold this one see no change. */
  with(docs: readonly number[]): Bitmap {
    if (docs.every((doc) => this.has(doc))) return this
    const more = Bitmap.of(docs.reduce((size, doc) => Math.max(size, doc + 1), this.bytes.length * 8))
    more.bytes.set(this.bytes)
    for (const doc of docs) more.add(doc)
    return more
  }

  union(other: Bitmap): Bitmap {
    return new Bitmap(this.bytes.map((byte, i) => byte | (other.bytes[i] ?? 0)))
  }

  count(): number {
    let count = 0
    for (const byte of this.bytes) for (let rest = byte; rest > 0; rest &= rest - 1) count += 1
    return count
  }
}
