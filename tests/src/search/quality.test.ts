import { systemClock } from '@forum/shared/clock'
import { connect } from '@forum/http-api'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_CONFIG } from '../fixtures/config'
import { MemoryFiles } from '../fixtures/files'
import { startTestForum, type TestForum } from '../fixtures/forum'
import { JUDGED_QUERIES } from './judged-queries'
import { fillForum, measureQuality } from './quality'

describe('the quality of searches', () => {
  let forum: TestForum
  beforeAll(async () => {
    forum = await startTestForum({ boards: false })
    const connection = await connect(forum.uri)
    await fillForum(forum, {
      connection,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      files: new MemoryFiles(),
      config: TEST_CONFIG,
      registry: new Registry(),
    })
    await connection.close()
    await forum.api.search.maintain()
  })
  afterAll(() => forum.stop())

  it('is at least 0.95 in recall and 0.90 in precision over the judged queries', async () => {
    expect(new Set(JUDGED_QUERIES.map(({ query }) => query)).size).toBeGreaterThanOrEqual(150)
    const { imperfect, ...quality } = await measureQuality(forum)
    const rows = imperfect.map(
      ({ query, precision, recall }) =>
        `${query}: precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`,
    )
    const three = (value: number) => value.toFixed(3)
    console.log(
      [
        `${quality.posts} posts, ${quality.queries} queries`,
        `precision@10 ${three(quality.precision)}, recall@10 ${three(quality.recall)}, recall of exact substrings ${three(quality.exactRecall)}`,
        ...rows,
      ].join('\n'),
    )
    expect(quality.posts).toBeGreaterThanOrEqual(2_000)
    expect(quality.exactRecall).toBe(1)
    expect(quality.recall).toBeGreaterThanOrEqual(0.95)
    expect(quality.precision).toBeGreaterThanOrEqual(0.9)
  })
})
