import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MutantRunner, statements } from './simulation/mutants'

/** Seeds are fixed, so that a run repeats. Raise these two to look deeper. */
const LIVES = 400
const LIVES_OF_A_MUTANT = 60

/** The statement saves reads, writes or memory; without it the log is slower and keeps its promises. */
const COST = 'cost'
/** It guards against what a type allows and no caller does. */
const IMPOSSIBLE = 'impossible'
/** What it prevents needs a schedule that these lives do not meet. */
const RARE = 'rare'

/** Statements that these lives and checks do not miss, and why. */
const SURVIVORS: Readonly<Record<string, string>> = {
  'counting.ts: if (known.some((entry) => entry === undefined || entry.learnedAt >= reading)) continue': RARE,
  'counting.ts: continue': RARE,
  'counting.ts: if (!known) return': IMPOSSIBLE,
  'counting.ts: return (3)': COST,
  'counting.ts: if (state.marks.size <= maxMarks) return': COST,
  'counting.ts: return (4)': COST,
  'counting.ts: this.remember(state) (3)': COST,
  'thread-log.ts: if (restsOn > committed.length) continue': RARE,
  'thread-log.ts: continue': RARE,
  'thread-log.ts: if (now?.seq !== start?.seq) return': RARE,
  'thread-log.ts: return': RARE,
  'thread-log.ts: isTrue = true': COST,
  'thread-log.ts: if (start) this.threads.set(threadId, start)': COST,
  'thread-log.ts: this.threads.set(threadId, start)': COST,
  'thread-log.ts: if (!event) return false': RARE,
  'thread-log.ts: return false (2)': RARE,
  'thread-log.ts: await this.project(threadId) (2)': RARE,
  'thread-log.ts: return true': RARE,
  "thread-log.ts: if (!thread) throw new Error('a thread has at least one event')": IMPOSSIBLE,
  "thread-log.ts: throw new Error('a thread has at least one event')": IMPOSSIBLE,
  'thread-log.ts: projections.set(threadId, projection)': COST,
  'delivery.ts: this.held += sizeOf(work) - sizeOf(this.waiting.get(threadId))': COST,
  'delivery.ts: if (this.running.size >= LANE_WIDTH) return': COST,
  'delivery.ts: return': COST,
  'delivery.ts: if (this.running.has(threadId)) continue': COST,
  'delivery.ts: continue': COST,
  'delivery.ts: this.held -= sizeOf(work)': COST,
  'delivery.ts: if (!follows) return { own: null, upTo }': RARE,
  'delivery.ts: return { own: null, upTo } (2)': RARE,
  'delivery.ts: return { own: { events, epochs: new Map([...second.own.epochs, ...first.own.epochs]) }, upTo }':
    RARE,
  'delivery.ts: this.isRunning = true': COST,
  'delivery.ts: await this.options.pause()': COST,
  'delivery.ts: this.clearing.clear()': COST,
  'counting.ts: await this.learn(keys.filter((key) => !this.known.has(key)))': RARE,
  'counting.ts: if (!state) continue': COST,
  'counting.ts: continue (2)': COST,
  'counting.ts: this.known.set(key, { epoch: NO_EPOCH, learnedAt: this.readings, marks: 0 })': COST,
  'counting.ts: return (2)': RARE,
  'counting.ts: if (!state) return': COST,
}

describe('thread log', () => {
  let runner: MutantRunner

  beforeAll(async () => {
    runner = await MutantRunner.open()
  })
  afterAll(() => runner.close())

  it(`keeps its promises through ${LIVES} random lives`, async () => {
    expect(await runner.run({ mutant: -1, lives: LIVES })).toBeNull()
  })

  it('lists as survivors only statements that exist', () => {
    const names = statements().map(({ name }) => name)
    expect(names.length).toBeGreaterThan(100)
    expect(Object.keys(SURVIVORS).filter((name) => !names.includes(name))).toEqual([])
  })

  it.each(
    statements()
      .map(({ name }, mutant) => ({ name, mutant }))
      .filter(({ name }) => !(name in SURVIVORS)),
  )('breaks a promise without $name', async ({ mutant }) => {
    expect(await runner.run({ mutant, lives: LIVES_OF_A_MUTANT })).not.toBeNull()
  })
})
