import http from 'node:http'
import { Reader, type ReadResult } from './reader'

/** Thousands of readers in a process of their own, controlled by messages. */

export type ReadersOrder =
  | {
      do: 'open'
      count: number
      threads: readonly ReadThread[]
      apis: readonly string[]
      gateways: readonly string[]
      /** True if they connect and read in turn, as a balancer spreads them; otherwise all use the first process. */
      isSpread: boolean
    }
  /** Reports once every reader is connected and has seen the `seq` of its thread. */
  | { do: 'await'; seqs: Readonly<Record<number, number>>; since: number }
  | { do: 'sleep' }
  | { do: 'wake' }
  | { do: 'close' }
export interface ReadThread {
  id: number
  seq: number
}
export interface Waits {
  p50: number
  p95: number
  max: number
}
export type ReadersReport =
  | { is: 'open' }
  | { is: 'asleep' }
  /** `cpuMs`: of the readers' process since the last report. */
  | { is: 'current'; waits: Waits; reads: number; failed: number; refused: number; cpuMs: number }
  | { is: 'closed' }

/** Connections for reads; further reads wait here, which counts as waiting. */
const CONNECTIONS = 200
const OPENED_AT_ONCE = 100

const report = (message: ReadersReport) => process.send?.(message)
const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const counted = { reads: 0, failed: 0, refused: 0 }

/** Reads from one API, or from the next if that one is down, as a balancer does. */
async function read(
  threadId: number,
  since: number,
  address: string,
  apis: readonly string[],
): Promise<ReadResult> {
  for (const [i, api] of apis.entries()) {
    counted.reads += 1
    const result = await readFrom(`${api}/api/threads/${threadId}/changes?since=${since}`, address)
    if (result !== 'down') return result
    if (i + 1 === apis.length) counted.failed += 1
  }
  return { retryAfterMs: 0 }
}

function readFrom(url: string, address: string): Promise<ReadResult | 'down'> {
  return new Promise((resolve) => {
    const headers = { 'X-Forwarded-For': address }
    const request = http.get(url, { agent, headers }, (response) => {
      let text = ''
      response.setEncoding('latin1')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', () => resolve('down'))
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ seq: seqOf(text) })
        else {
          if (response.statusCode === 429) counted.refused += 1
          resolve({ retryAfterMs: 1_000 * Number(response.headers['retry-after'] ?? 0) })
        }
      })
    })
    request.on('error', () => resolve('down'))
  })
}

/** The first `seq` of a response is that of the thread. */
const seqOf = (body: string): number => Number(/"seq":(\d+)/.exec(body)?.[1])

let usedBefore = process.cpuUsage()
/** Returns the processor time of this process since the last call. */
function usedMs(): number {
  const { user, system } = process.cpuUsage(usedBefore)
  usedBefore = process.cpuUsage()
  return (user + system) / 1_000
}

let readers: Reader[] = []
let awaited: {
  missing: Set<Reader>
  seqs: Readonly<Record<number, number>>
  since: number
  waits: number[]
} | null = null
const threadOf = new Map<Reader, number>()

const isCurrent = (reader: Reader) =>
  reader.isConnected && reader.seq >= (awaited?.seqs[threadOf.get(reader) ?? 0] ?? Infinity)

function check(reader: Reader): void {
  if (!awaited || !isCurrent(reader) || !awaited.missing.delete(reader)) return
  awaited.waits.push(Math.max(0, reader.changedAt - awaited.since))
  if (awaited.missing.size > 0) return
  const sorted = awaited.waits.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  report({ is: 'current', waits: { p50: at(0.5), p95: at(0.95), max: at(1) }, ...counted, cpuMs: usedMs() })
  awaited = null
  Object.assign(counted, { reads: 0, failed: 0, refused: 0 })
}

const addressOf = (i: number) => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`

const rotated = (all: readonly string[], by: number) => all.map((_, i) => all[(i + by) % all.length]!)

/** Opens readers, some at a time, each once the one before it is connected. */
async function open({
  count,
  threads,
  apis,
  gateways,
  isSpread,
}: Extract<ReadersOrder, { do: 'open' }>): Promise<void> {
  const openOne = (i: number) =>
    new Promise<void>((resolve) => {
      const { id, seq } = threads[i % threads.length]!
      const first = isSpread ? i : 0
      const reader: Reader = new Reader(
        {
          threadId: id,
          seq,
          address: addressOf(i),
          gateways: rotated(gateways, first),
          read: (...of) => read(...of, rotated(apis, first)),
        },
        (changed) => {
          if (changed.isConnected) resolve()
          check(changed)
        },
      )
      readers.push(reader)
      threadOf.set(reader, id)
      reader.open()
    })
  let next = 0
  const lane = async () => {
    while (next < count) await openOne(next++)
  }
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, lane))
  usedMs()
  report({ is: 'open' })
}

process.on('message', (order: ReadersOrder) => {
  if (order.do === 'open') void open(order)
  else if (order.do === 'await') {
    awaited = { missing: new Set(readers), seqs: order.seqs, since: order.since, waits: [] }
    for (const reader of readers) check(reader)
  } else if (order.do === 'wake') for (const reader of readers) reader.wake()
  else {
    for (const reader of readers) reader.sleep()
    if (order.do === 'close') readers = []
    usedMs()
    report({ is: order.do === 'close' ? 'closed' : 'asleep' })
  }
})
// Exits with its parent, even if the parent was killed.
process.once('disconnect', () => process.exit(0))
