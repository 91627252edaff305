import type { ThreadHit } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum } from '../fixtures/forum'
import { fillWithAsked, QUESTIONS, TIERS, type Question, type Tier } from './asked'

/** Threads that a reader looks at. */
const SHOWN = 5

interface Found {
  threads: ThreadHit[]
  nearby: { threads: ThreadHit[] } | null
}

describe('questions as people ask them', () => {
  let of: Awaited<ReturnType<typeof startPeopledForum>>
  let topics: ReadonlyMap<number, string | null>
  beforeAll(async () => {
    of = await startPeopledForum()
    topics = await fillWithAsked(of.forum, { boardId: 3, authorId: of.xiaoli.id })
    await of.forum.api.search.maintain()
  })
  afterAll(() => of.forum.stop())

  it('are 180 over 3,000 threads', () => {
    expect(topics.size).toBe(3_000)
    expect(TIERS.map((tier) => QUESTIONS.filter((question) => question.tier === tier).length)).toEqual([
      60, 60, 60,
    ])
    expect(QUESTIONS.filter(({ text }) => text === '')).toEqual([])
  })

  it('find a thread of their topic among the first five', async () => {
    const asked = async (question: Question) => {
      const query = { q: question.text, limit: SHOWN }
      const { body } = await of.forum.request.get('/api/search/threads').query(query).expect(200)
      const { threads, nearby } = body as Found
      const isRight = ({ id }: ThreadHit) => topics.get(id) === question.topic
      const shown = [...threads, ...(nearby?.threads ?? [])].slice(0, SHOWN)
      return { ...question, exact: threads.some(isRight), near: shown.some(isRight) }
    }
    const results: Awaited<ReturnType<typeof asked>>[] = []
    for (const question of QUESTIONS) results.push(await asked(question))
    const share = (some: typeof results, name: 'exact' | 'near') =>
      some.filter((result) => result[name]).length / some.length
    const rows = TIERS.map((tier) => {
      const all = results.filter((result) => result.tier === tier)
      const seen = all.filter(({ isHeldOut }) => !isHeldOut)
      const heldOut = all.filter(({ isHeldOut }) => isHeldOut)
      return [
        `(${tier}) exact ${share(all, 'exact').toFixed(2)}, near ${share(all, 'near').toFixed(2)}`,
        `of which adjusted by ${share(seen, 'near').toFixed(2)}, held out ${share(heldOut, 'near').toFixed(2)}`,
      ].join('; ')
    })
    console.log(['success@5', ...rows].join('\n'))
    const all = (tier: Tier) =>
      share(
        results.filter((result) => result.tier === tier),
        'near',
      )
    expect(all('a')).toBeGreaterThanOrEqual(0.95)
    expect(all('b')).toBeGreaterThanOrEqual(0.8)
    expect(all('c')).toBeGreaterThanOrEqual(0.5)
  })
})
