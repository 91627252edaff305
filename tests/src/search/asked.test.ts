import type { ThreadHit } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum } from '../fixtures/forum'
import { fillWithAsked, QUESTIONS, TIERS, type Question } from './asked'

/** Threads that a reader looks at. */
const SHOWN = 5

interface Found {
  threads: ThreadHit[]
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

  it('are answered', async () => {
    const asked = async (question: Question) => {
      const query = { q: question.text, limit: SHOWN }
      const { body } = await of.forum.request.get('/api/search/threads').query(query).expect(200)
      const { threads } = body as Found
      return { ...question, exact: threads.some(({ id }) => topics.get(id) === question.topic) }
    }
    const results: Awaited<ReturnType<typeof asked>>[] = []
    for (const question of QUESTIONS) results.push(await asked(question))
    const rows = TIERS.map((tier) => {
      const ofTier = results.filter((result) => result.tier === tier)
      return `(${tier}) exact ${(ofTier.filter(({ exact }) => exact).length / ofTier.length).toFixed(2)}`
    })
    console.log(['success@5', ...rows].join('\n'))
  })
})
