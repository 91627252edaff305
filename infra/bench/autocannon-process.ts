import { readFile } from 'node:fs/promises'
import autocannon from 'autocannon'
import type { Load, LoadResult } from './load'

/** `autocannon-process.ts PLAN`: does with autocannon what wrk.lua does with wrk. */

const [, , plan] = process.argv
if (plan === undefined) throw new Error('autocannon-process.ts PLAN')
const load = JSON.parse(await readFile(plan, 'utf8')) as Load
let clients = 0
/** The requests of one connection, so that together they send each once. By default each connection sends them all. */
function ownRequests() {
  clients += 1
  const share = load.requests.filter((_, i) => i % load.width === clients % load.width)
  return (share.length > 0 ? share : load.requests).map((request) => ({
    ...request,
    headers: { ...request.headers },
  }))
}
const result = await autocannon({
  url: load.url,
  connections: load.width,
  duration: load.seconds,
  timeout: 10,
  ...(load.rate === undefined ? {} : { overallRate: load.rate }),
  setupClient: (client) => {
    client.setRequests(ownRequests())
  },
})
const line: LoadResult = {
  requests: result.requests.total,
  seconds: result.duration,
  p50: result.latency.p50,
  p99: result.latency.p99,
  failed: result.non2xx + result.errors,
}
process.stdout.write(`\nRESULT ${JSON.stringify(line)}\n`)
