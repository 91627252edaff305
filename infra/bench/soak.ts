import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from './bench'
import { randomPages, readGauges, type Forum, type Gauges } from './forum'
import { mixedRequests } from './rows'
import { markdown } from './table'

/** Runs minutes of mixed load to verify that nothing fails, leaks or grows. */

const WIDTH = 16
const ONLINE = 200
const ROUND_SECONDS = 20
const SETTLE_WITHIN_MS = 30_000
const SETTLE_POLL_MS = 500
const IDLE_MAX_MB = 150
const LOAD_MAX_MB = 400
/** Tolerance for handles that come and go without load, such as kept-alive connections. */
const HANDLES_SLACK = 10
/** Maximum growth of memory from the middle third of the rounds to the last. */
const GROWTH_MAX = 1.15

interface Round {
  minute: number
  requests: number
  failed: number
  gauges: Gauges
}

const megabytes = ({ rssBytes }: Gauges) => rssBytes / 1e6
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Runs the load; returns a table and the problems found. */
export async function soak(
  bench: Bench,
  forum: Forum,
  { minutes, rate }: { minutes: number; rate?: number | undefined },
): Promise<{ table: string; faults: string[] }> {
  const idle = await readGauges(forum)
  const rounds: Round[] = []
  const requests = mixedRequests(forum, randomPages(forum, 1_000))
  const startedAt = performance.now()
  while (performance.now() - startedAt < minutes * 60_000) {
    bench.signal.throwIfAborted()
    // The members come and go with each round.
    const { result, gauges } = await bench.withMembersOnline(ONLINE, async () => ({
      result: await bench.load.run({
        url: forum.url,
        width: WIDTH,
        seconds: ROUND_SECONDS,
        requests,
        inOrder: false,
        rate,
      }),
      gauges: await readGauges(forum),
    }))
    const minute = (performance.now() - startedAt) / 60_000
    rounds.push({ minute, requests: result.requests, failed: result.failed, gauges })
    const { heapBytes, loopP99Ms } = gauges
    process.stderr.write(
      `${minute.toFixed(1)} min: ${megabytes(gauges).toFixed(0)} MB, heap ${(heapBytes / 1e6).toFixed(0)} MB, ` +
        `event loop p99 ${loopP99Ms.toFixed(0)} ms\n`,
    )
  }
  const handlesMax = handlesWithoutSockets(rounds[0]?.gauges ?? idle) + HANDLES_SLACK
  const after = await settled(forum, handlesMax)
  return { table: tableOf(idle, rounds, after), faults: faultsOf({ idle, rounds, after, handlesMax }) }
}

/** Database connections are opened by the first load and stay open, so the first round sets the baseline. */
const handlesWithoutSockets = ({ handles, sockets }: Gauges) => handles - sockets

/** Waits until the handles that the load opened are closed; returns the last gauges even if they are not. */
async function settled(forum: Forum, handlesMax: number): Promise<Gauges> {
  const giveUp = performance.now() + SETTLE_WITHIN_MS
  for (;;) {
    const now = await readGauges(forum)
    const isSettled = now.sockets === 0 && now.handles <= handlesMax
    if (isSettled || performance.now() > giveUp) return now
    await wait(SETTLE_POLL_MS)
  }
}

function faultsOf(of: {
  idle: Gauges
  rounds: readonly Round[]
  after: Gauges
  handlesMax: number
}): string[] {
  const { idle, rounds, after, handlesMax } = of
  const faults: string[] = []
  const memory = rounds.map(({ gauges }) => megabytes(gauges))
  const third = Math.floor(memory.length / 3)
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0)
  if (failed > 0) faults.push(`${failed} requests failed`)
  if (megabytes(idle) > IDLE_MAX_MB) faults.push(`${megabytes(idle).toFixed(0)} MB while idle`)
  if (Math.max(...memory) > LOAD_MAX_MB) faults.push(`${Math.max(...memory).toFixed(0)} MB under load`)
  if (third > 0) {
    const growth = median(memory.slice(-third)) / median(memory.slice(third, 2 * third))
    if (growth > GROWTH_MAX) faults.push(`memory grows: ${growth.toFixed(2)} from one third to the next`)
  }
  if (after.sockets > 0) faults.push(`${after.sockets} sockets were left`)
  if (after.handles > handlesMax) faults.push(`${after.handles} handles were left, ${handlesMax} may be`)
  return faults
}

function tableOf(idle: Gauges, rounds: readonly Round[], after: Gauges): string {
  const row = (name: string, gauges: Gauges, requests = '', failed = '') => [
    name,
    requests,
    failed,
    (gauges.rssBytes / 1e6).toFixed(0),
    (gauges.heapBytes / 1e6).toFixed(0),
    gauges.loopP99Ms.toFixed(0),
    String(gauges.handles),
    String(gauges.sockets),
  ]
  return markdown(
    ['minute', 'requests', 'failed', 'RSS MB', 'heap MB', 'loop p99 ms', 'handles', 'sockets'],
    [
      row('idle', idle),
      ...rounds.map(({ minute, requests, failed, gauges }) =>
        row(minute.toFixed(1), gauges, String(requests), String(failed)),
      ),
      row('after', after),
    ],
  )
}
