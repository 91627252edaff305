// `npm run chaos [-- --seed N --seconds 60 --runs 1 --apis 2 --gateways 2 --clients 6 --scenes all|none --without SWITCH]`:
// runs seeded schedules of faults and then the scenes, prints the figures of each, and exits with 1 if a run lost, doubled,
// reordered or left anything. Without a safeguard it plays only the scenes that need it. An interrupted run ends what it has
// started.
import { parseArgs } from 'node:util'
import { buildPage } from '../fixtures/page-program'
import { PAGE } from './pages'
import { isClean, runChaos, type Outcome } from './run'
import { SCENES, type SceneName } from './scenes'
import { describeFault } from './schedule'
import { changedServer, changePage, isSwitch, SWITCHES } from './switches'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string', default: '1' },
    apis: { type: 'string', default: '2' },
    gateways: { type: 'string', default: '2' },
    clients: { type: 'string', default: '6' },
    scenes: { type: 'string', default: 'all' },
    without: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

const say = (text: string) => void process.stdout.write(`${text}\n`)
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

const countsOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ')

/** A run that takes longer to catch up prints what took so long. */
const SLOW_MS = 15_000
const ALL_SCENES = Object.keys(SCENES) as SceneName[]
/** Promise 4 of docs/live.md. */
const REVOKED_WITHIN_MS = 1_000
/** Number of findings of one kind that are printed. */
const SHOWN = 10

function print(outcome: Outcome): void {
  const { seed, schedule, writes, moderated, searches, lost, doubled, outOfOrder, stale, wrong, overheard } =
    outcome
  say(
    `seed ${seed}: ${schedule.length} faults, ${writes} writes acknowledged (${countsOf(moderated)}), ${searches} searches, lost ${lost.length}, ` +
      `doubled ${doubled.length}, out of order ${outOfOrder.length}, stale ${stale.length}, wrong ${wrong.length}, ` +
      `overheard ${overheard.length}, caught up after ${seconds(outcome.catchUpMs)}, longest wait for a write ` +
      `${seconds(outcome.longestWaitMs)}, longest time without one ${seconds(outcome.silenceMs)}, revocations felt after ` +
      `${countsOf(outcome.revocations)} ms`,
  )
  if (outcome.catchUpMs > SLOW_MS)
    for (const one of outcome.caughtUpLast.slice(0, SHOWN)) say(`  caught up last: ${one}`)
  if (isClean(outcome)) return
  for (const [kind, found] of Object.entries({ lost, doubled, outOfOrder, stale, wrong, overheard }))
    for (const one of found.slice(0, SHOWN)) say(`  ${kind}: ${one}`)
  say(`the schedule of --seed ${seed}:`)
  for (const fault of schedule) say(`  ${describeFault(fault)}`)
  if (values.verbose) say(outcome.outputs)
}

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => interrupted.abort(new Error(`interrupted by ${signal}`)))

const { without = null } = values
if (without !== null && !isSwitch(without))
  throw new Error(`the switches are: ${Object.keys(SWITCHES).join(', ')}`)
const scenesOf = (): SceneName[] => {
  if (values.scenes === 'none') return []
  return without === null ? ALL_SCENES : [SWITCHES[without].scene]
}
const [page, server] = await Promise.all([buildPage(PAGE, changePage(without)), changedServer(without)])
try {
  for (let run = 0; run < Number(values.runs); run += 1) {
    const outcome = await runChaos({
      seed: Number(values.seed) + run,
      seconds: Number(values.seconds),
      apis: Number(values.apis),
      gateways: Number(values.gateways),
      clients: Number(values.clients),
      scenes: scenesOf(),
      page,
      signal: interrupted.signal,
      ...(server === undefined ? {} : { server }),
      ...(values.verbose ? { say } : {}),
    })
    print(outcome)
    const slowest = Math.max(...Object.values(outcome.revocations))
    if (!isClean(outcome) || slowest > REVOKED_WITHIN_MS) process.exitCode = 1
  }
} catch (error) {
  if (!interrupted.signal.aborted) throw error
  say(String(error))
  process.exitCode = 1
} finally {
  await page.remove()
}
// Unfinished calls of the run would keep the process alive.
if (interrupted.signal.aborted) process.exit()
