import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { best, byRelevance, TIERS, type HitRun } from './order'

const DAY = 24 * 60 * 60 * 1_000
const NOW = 10_000 * DAY

/** A hit of a thread: the days since it was written, the replies of the thread, and the days since the last one. */
interface Written {
  days: number
  replies: number
  idleDays: number
}

/** Makes a run and a score of hits, each of a thread of its own. */
function scored(tier: number, hits: readonly Written[]) {
  const ids = Uint32Array.from(hits, (_, i) => i)
  const time = Float64Array.from(hits, ({ days }) => NOW - days * DAY)
  const run: HitRun = { columns: { post: ids, thread: ids, time }, tier, docs: ids.toReversed() }
  const threads = {
    repliesOf: (thread: number) => hits[thread]?.replies ?? 0,
    lastPostOf: (thread: number) => NOW - (hits[thread]?.idleDays ?? 0) * DAY,
  }
  return { run, scoreOf: byRelevance(threads, NOW) }
}

const of = (tier: (typeof TIERS)[number], days: number, replies = 0, idleDays = days) => {
  const { run, scoreOf } = scored(TIERS.indexOf(tier), [{ days, replies, idleDays }])
  return scoreOf(run, 0, -Infinity)
}

describe('relevance', () => {
  it('ranks a phrase in a title above its words there, and these above the text', () => {
    const scores = TIERS.map((tier) => of(tier, 10))
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(new Set(scores).size).toBe(4)
  })

  it('halves what age can take away within a year', () => {
    expect(of('textWords', 365, 0, 100_000) / of('textWords', 0, 0, 100_000)).toBeCloseTo(0.75)
  })

  it('never ranks old words of a text above a new phrase', () => {
    expect(of('textPhrase', 0)).toBeGreaterThan(of('textWords', 0, 1_000_000, 0))
  })

  it('prefers the thread in which more is said', () => {
    expect(of('titleWords', 30, 200)).toBeGreaterThan(of('titleWords', 30, 1))
    expect(of('titleWords', 30, 1, 0)).toBeGreaterThan(of('titleWords', 30, 1))
  })

  it('takes a time in the future for the present', () => {
    expect(of('textWords', -10)).toBe(of('textWords', 0))
  })

  it('leaves out of the best only what is less relevant', () => {
    const written = fc.record({ days: fc.nat(800), replies: fc.nat(1_200), idleDays: fc.nat(90) })
    fc.assert(
      fc.property(
        fc.array(written, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        (hits, count) => {
          const { run, scoreOf } = scored(3, hits)
          const scoreAlone = (doc: number) => scoreOf(run, doc, -Infinity)
          const sorted = [...run.docs].sort((a, b) => scoreAlone(b) - scoreAlone(a) || b - a)
          expect(best([run], count, scoreOf).map(({ postId }) => postId)).toEqual(sorted.slice(0, count))
        },
      ),
    )
  })
})

it('returns the best as a full sort would', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(8)), fc.oneof(fc.nat(30), fc.constant(600)), (scores, count) => {
      const ids = scores.map((_, i) => i)
      const column = Uint32Array.from(ids)
      const runOf = (docs: number[]): HitRun => ({
        columns: { post: column, thread: column, time: Float64Array.from(ids) },
        tier: 0,
        docs: Uint32Array.from(docs),
      })
      const scoreOf = (id: number) => scores[id] ?? 0
      const found = best([runOf(ids.slice(7)), runOf(ids.slice(0, 7))], count, (_, doc) => scoreOf(doc))
      const sorted = ids.toSorted((a, b) => scoreOf(b) - scoreOf(a) || b - a)
      expect(found.map(({ postId }) => postId)).toEqual(sorted.slice(0, count))
    }),
  )
})
