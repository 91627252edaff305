import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPage, type PageProgram } from '../fixtures/page-program'
import { PAGE } from './pages'
import { runChaos } from './run'

/** Short schedules of `npm run chaos`, which runs longer ones with more clients. */
let page: PageProgram

beforeAll(async () => {
  page = await buildPage(PAGE)
})
afterAll(() => page?.remove())

it('loses, repeats and reorders nothing and leaves no page stale while processes and connections fail', async () => {
  const outcome = await runChaos({
    seed: 5,
    seconds: 6,
    apis: 2,
    gateways: 2,
    clients: 3,
    scenes: ['late entry', 'late search', 'missed events'],
    page,
  })
  const { lost, doubled, outOfOrder, wrong, stale, overheard, outputs } = outcome
  expect({ lost, doubled, outOfOrder, wrong, stale, overheard, outputs }).toEqual({
    lost: [],
    doubled: [],
    outOfOrder: [],
    wrong: [],
    stale: [],
    overheard: [],
    outputs: '',
  })
  expect(outcome.writes).toBeGreaterThan(0)
})
