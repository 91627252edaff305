import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MutantRunner, statements } from './simulation/mutants'

/** More on demand: `SIMULATED_LIVES=20000 npx vitest run --project unit http-api/src/thread-log`. */
const LIVES = Number(process.env['SIMULATED_LIVES'] ?? 400)
const LIVES_OF_A_MUTANT = Math.max(150, LIVES / 10)

describe('thread log', () => {
  let runner: MutantRunner

  beforeAll(async () => {
    runner = await MutantRunner.open()
  })
  afterAll(() => runner.close())

  it(`keeps its promises through ${LIVES} random lives`, async () => {
    expect(await runner.run({ mutant: -1, lives: LIVES })).toBeNull()
  }, 600_000)

  it('has statements to take out', () => {
    expect(statements().length).toBeGreaterThan(100)
  })

  it.each(statements().map(({ name }, mutant) => ({ name, mutant })))(
    'breaks a promise without $name',
    async ({ mutant }) => {
      expect(await runner.run({ mutant, lives: LIVES_OF_A_MUTANT })).not.toBeNull()
    },
  )
})
