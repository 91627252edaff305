import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Child } from './child'
import type { CrowdMember, CrowdOrder, CrowdReport } from './crowd-process'
import { percentiles, type DriverFloor } from './driver'
import type { FloorOrder, FloorReport } from './floor-process'
import { readMetrics, type Forum } from './forum'
import type { LoadGenerator, LoadRequest, LoadResult } from './load'
import type { Row } from './table'

export type Floor = 'koa' | 'read' | 'insert'

export interface Measured {
  name: string
  width: number
  requests: readonly LoadRequest[]
  floor: Floor
  goal?: Row['goal']
  /** Sends requests in order rather than at random. */
  inOrder?: boolean
}

/** The duration of a measurement and the number of its repetitions. */
export interface Effort {
  seconds: number
  warmUpSeconds: number
  floorSeconds: number
  broadcasts: number
}
export const FULL: Effort = { seconds: 6, warmUpSeconds: 2, floorSeconds: 3, broadcasts: 40 }
export const QUICK: Effort = { seconds: 2, warmUpSeconds: 1, floorSeconds: 1, broadcasts: 10 }

const WARM_UP_REPLIES = 2
/** After this, nothing of a reply is under way. */
const PAUSE_MS = 150
const WAIT_FOR_LAST_READER_MS = 15_000
/** Response headers of the forum that a bare server also sends, so that both send the same bytes. */
const COPIED_HEADERS = ['content-type', 'content-encoding']

const now = () => Number(process.hrtime.bigint()) / 1e6

/** Measures one forum. Each row's floor is measured right after it, since a shared machine changes by the minute. */
export class Bench {
  private served = 0

  private constructor(
    readonly forum: Forum,
    readonly effort: Effort,
    readonly load: LoadGenerator,
    private readonly driver: DriverFloor | null,
    private readonly floorServer: Child<FloorOrder, FloorReport>,
    private readonly floorUrl: string,
    readonly signal: AbortSignal,
  ) {}

  static async open(of: {
    forum: Forum
    effort: Effort
    load: LoadGenerator
    driver: DriverFloor | null
    signal: AbortSignal
  }): Promise<Bench> {
    const floorServer = new Child<FloorOrder, FloorReport>('./floor-process.ts')
    const { url } = await floorServer.next('listening')
    return new Bench(of.forum, of.effort, of.load, of.driver, floorServer, url, of.signal)
  }

  close(): Promise<void> {
    return this.floorServer.end()
  }

  async row({ name, width, requests, floor, goal, inOrder = false }: Measured): Promise<Row> {
    this.signal.throwIfAborted()
    const { url } = this.forum
    const { seconds, warmUpSeconds } = this.effort
    await this.load.run({ url, width, seconds: warmUpSeconds, requests, inOrder })
    const before = await readMetrics(this.forum)
    const result = await this.load.run({ url, width, seconds, requests, inOrder })
    const after = await readMetrics(this.forum)
    const found = await this.floorOf(floor, width, requests)
    return {
      name,
      ...rates(result),
      trips:
        after.commands === null || before.commands === null
          ? null
          : (after.commands - before.commands) / result.requests,
      rssBytes: after.rssBytes,
      ...(found && {
        floor: { name: found.name, value: `${Math.round(rates(found.result).perSecond)}/s` },
        ratio: rates(result).perSecond / rates(found.result).perSecond,
      }),
      ...(goal && { goal }),
      failed: result.failed,
    }
  }

  private async floorOf(
    floor: Floor,
    width: number,
    requests: readonly LoadRequest[],
  ): Promise<{ name: string; result: LoadResult } | null> {
    const seconds = this.effort.floorSeconds
    if (floor === 'koa') return { name: 'bare Koa', result: await this.bareKoa(width, requests[0]) }
    if (!this.driver) return null
    return floor === 'read'
      ? { name: 'small read', result: await this.driver.read(width, seconds) }
      : { name: 'journaled insert', result: await this.driver.insert(seconds) }
  }

  /** Measures a bare Koa server that sends the same bytes as the forum's response to that request. */
  private async bareKoa(width: number, request: LoadRequest | undefined): Promise<LoadResult> {
    if (!request) throw new Error('a row needs a request')
    const { body, headers } = await this.bytesOf(request)
    const path = `/${(this.served += 1)}`
    await this.floorServer.order({ do: 'serve', path, body: body.toString('base64'), headers }, 'served')
    const like: LoadRequest = { method: 'GET', path, headers: request.headers }
    const { floorSeconds, warmUpSeconds } = this.effort
    const spec = { url: this.floorUrl, width, requests: [like], inOrder: true }
    await this.load.run({ ...spec, seconds: warmUpSeconds })
    return this.load.run({ ...spec, seconds: floorSeconds })
  }

  private bytesOf({
    path,
    headers,
  }: LoadRequest): Promise<{ body: Buffer; headers: Record<string, string> }> {
    // Reads the raw response, because `fetch` would decompress it.
    return new Promise((resolve, reject) => {
      const request = http.get(`${this.forum.url}${path}`, { headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const kept = COPIED_HEADERS.flatMap((name) => {
            const value = response.headers[name]
            return typeof value === 'string' ? [[name, value] as const] : []
          })
          resolve({ body: Buffer.concat(chunks), headers: Object.fromEntries(kept) })
        })
      })
      request.on('error', reject)
    })
  }

  /** Opens sockets in a separate process, and runs `work` while they are connected. */
  private async withCrowd<T>(
    url: string,
    members: CrowdMember[],
    work: (crowd: Child<CrowdOrder, CrowdReport>) => Promise<T>,
  ): Promise<T> {
    const crowd = new Child<CrowdOrder, CrowdReport>('./crowd-process.ts')
    try {
      const { refused } = await crowd.order({ do: 'open', url, members }, 'open')
      if (refused > 0) throw new Error(`${refused} of ${members.length} sockets were refused`)
      const result = await work(crowd)
      await crowd.order({ do: 'close' }, 'closed')
      return result
    } finally {
      await crowd.end()
    }
  }

  /** Runs `work` while members are connected: one in ten looks at the front page, the others at threads. */
  withMembersOnline<T>(count: number, work: () => Promise<T>): Promise<T> {
    const { threads, tokens, url } = this.forum
    const members = Array.from({ length: count }, (_, i): CrowdMember => {
      const threadId = threads[(i * 17) % threads.length]?.[0]
      return {
        token: tokens[i % tokens.length] ?? null,
        join:
          i % 10 === 0
            ? { event: 'home:join', payload: {} }
            : { event: 'thread:join', payload: { threadId } },
      }
    })
    return this.withCrowd(url, members, work)
  }

  /** Returns the memory of the forum's process with `count` anonymous sockets, after a moment to settle. */
  rssWithSockets(count: number): Promise<number | null> {
    return this.withCrowd(this.forum.url, this.watchers(count), async () => {
      return (await readMetrics(this.forum)).rssBytes
    })
  }

  private watchers(count: number): CrowdMember[] {
    const join = { event: 'thread:join', payload: { threadId: this.forum.long.id } }
    return Array.from({ length: count }, () => ({ token: null, join }))
  }

  /**
   * Time until the last of `count` watchers has received a reply. The commit cannot be seen from outside; it lies
   * between one journaled insert after the send and the 201, so the goal is measured from the earlier of the two.
   * Replies, inserts and bare broadcasts take turns, each after a pause: the machine changes by the minute, and whatever
   * comes after a pause takes longer.
   */
  async fanOut(count: number, goal?: Row['goal']): Promise<Row[]> {
    this.signal.throwIfAborted()
    const members = this.watchers(count)
    const times = {
      send: [] as number[],
      answer: [] as number[],
      insert: [] as number[],
      bare: [] as number[],
    }
    const rssBytes = await this.withCrowd(this.forum.url, members, (crowd) =>
      this.withCrowd(this.floorUrl, members, async (bareCrowd) => {
        for (let i = -WARM_UP_REPLIES; i < this.effort.broadcasts; i++) {
          const { sentAt, answeredAt, last, sample } = await this.replyTo(crowd, i)
          await wait(PAUSE_MS)
          const insert = await this.driver?.insertOnce()
          await wait(PAUSE_MS)
          const bare = await this.bareBroadcast(bareCrowd, sample)
          await wait(PAUSE_MS)
          if (i < 0) continue
          times.send.push(last - sentAt)
          times.answer.push(last - answeredAt)
          if (insert !== undefined) times.insert.push(insert)
          times.bare.push(bare)
        }
        return (await readMetrics(this.forum)).rssBytes
      }),
    )
    const floor = percentiles(times.bare)
    const of = (name: string, measured: number[], part: Partial<Row>): Row => ({
      name: `fan-out to ${count}, ${name}`,
      ...percentiles(measured),
      rssBytes,
      floor: { name: 'bare broadcast', value: `${floor.p50.toFixed(1)} ms` },
      ratio: percentiles(measured).p50 / floor.p50,
      ...part,
    })
    const rows = [of('from the send', times.send, {}), of('from the 201', times.answer, {})]
    if (times.insert.length === 0) return rows
    const insert = percentiles(times.insert).p50
    const fromCommit = times.send.map((time) => time - insert)
    return [...rows, of('from the earliest commit', fromCommit, goal ? { goal } : {})]
  }

  /** Writes a reply that a crowd watches, and returns when. */
  private async replyTo(
    crowd: Child<CrowdOrder, CrowdReport>,
    index: number,
  ): Promise<{ sentAt: number; answeredAt: number; last: number; sample: string }> {
    await crowd.order({ do: 'listen', event: 'post:created' }, 'listening')
    const received = crowd.next('received', WAIT_FOR_LAST_READER_MS)
    const sentAt = now()
    const [{ last, sample }, answeredAt] = await Promise.all([received, this.reply(index)])
    return { sentAt, answeredAt, last, sample }
  }

  /** Returns the time at which the response arrived. `fetch` would take of the processors that the server needs. */
  private async reply(index: number): Promise<number> {
    const { tokens, long, url } = this.forum
    const request = http.request(`${url}/api/posts`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${tokens[(index + WARM_UP_REPLIES) % tokens.length] ?? ''}`,
      },
    })
    request.end(JSON.stringify({ threadId: long.id, content: `一条回复，给所有在看的人，第 ${index} 条` }))
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    const answeredAt = now()
    const text = Buffer.concat(await response.toArray()).toString()
    if (response.statusCode !== 201) throw new Error(`a reply was answered ${response.statusCode}: ${text}`)
    return answeredAt
  }

  /** Sends an event to a crowd without the forum, and returns the time until its last socket has received it. */
  private async bareBroadcast(crowd: Child<CrowdOrder, CrowdReport>, sample: string): Promise<number> {
    const [event, payload] = JSON.parse(sample.slice('42'.length)) as [string, unknown]
    await crowd.order({ do: 'listen', event }, 'listening')
    const received = crowd.next('received', WAIT_FOR_LAST_READER_MS)
    const sent = await this.floorServer.order({ do: 'broadcast', event, payload }, 'broadcast')
    return (await received).last - sent.now
  }
}

const rates = (result: LoadResult) => ({
  perSecond: result.requests / result.seconds,
  p50: result.p50,
  p99: result.p99,
})
