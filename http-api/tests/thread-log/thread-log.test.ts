import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { MutantRunner, statements } from './mutants'

/** Seeds are fixed, so that a run is repeatable. */
const LIVES = 100 * inject('seeds')
const LIVES_OF_A_MUTANT = 60
/** `npm test` removes one statement of so many, `npm run test:deep` each. */
const SHARE = inject('seeds') === 1 ? 6 : 1

/** Statements whose removal cannot be observed from outside the log, and why. */
const SURVIVORS: Readonly<Record<string, string>> = {
  'thread-log.ts: return true': 'A call is then settled twice, and a promise keeps its first result.',
  "thread-log.ts: if (!thread) throw new Error('a thread has at least one event')":
    'For the type: every caller has at least one event.',
  "thread-log.ts: throw new Error('a thread has at least one event')":
    'For the type: every caller has at least one event.',
}

describe('thread log', () => {
  let runner: MutantRunner

  beforeAll(async () => {
    runner = await MutantRunner.open()
  })
  afterAll(() => runner.close())

  it(`keeps its promises through ${LIVES} random runs`, async () => {
    expect(await runner.run({ mutant: -1, lives: LIVES })).toBeNull()
  })

  it.each(Object.keys(SURVIVORS))('exempts with reason: %s', async (name) => {
    const mutant = statements().findIndex((statement) => statement.name === name)
    expect(mutant).toBeGreaterThanOrEqual(0)
    expect(await runner.run({ mutant, lives: LIVES_OF_A_MUTANT })).toBeNull()
  })

  it.each(
    statements()
      .map(({ name }, mutant) => ({ name, mutant }))
      .filter(({ name }) => !(name in SURVIVORS))
      .filter((_, i) => i % SHARE === 0),
  )('breaks a promise without $name', async ({ mutant }) => {
    expect(await runner.run({ mutant, lives: LIVES_OF_A_MUTANT })).not.toBeNull()
  })
})
