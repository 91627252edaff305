import fc from 'fast-check'
import { expect, it } from 'vitest'
import { intersect, unite } from './doc-lists'

/** Ascending lists of which one is often far longer than the other. */
const lists = fc
  .tuple(
    fc.uniqueArray(fc.nat(400), { maxLength: 300 }),
    fc.uniqueArray(fc.nat(400), { maxLength: 300 }),
    fc.nat(20),
  )
  .map(([one, other, kept]) =>
    [one, other.slice(0, kept === 0 ? 300 : kept)].map((list) => list.toSorted((a, b) => a - b)),
  )

it('finds what is in both of two lists, of documents and of places', () => {
  fc.assert(
    fc.property(lists, ([one = [], other = []]) => {
      const both = one.filter((doc) => other.includes(doc))
      expect([...intersect(Uint32Array.from(one), Uint32Array.from(other))]).toEqual(both)
      expect([...intersect(Float64Array.from(other), Float64Array.from(one))]).toEqual(both)
    }),
  )
})

it('unites two lists with each document once', () => {
  fc.assert(
    fc.property(lists, ([one = [], other = []]) => {
      const all = [...new Set([...one, ...other])].toSorted((a, b) => a - b)
      expect([...unite(Uint32Array.from(one), Uint32Array.from(other))]).toEqual(all)
    }),
  )
})
