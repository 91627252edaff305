// `npm run bench -- --only live [--readers 5000] [--phones 10000] [--outage 60] [--storms one,many,phones]`: what happens to
// thousands of readers, all in one thread or over many, when a gateway dies, everything is deployed, Redis is away, and
// phones wake at the same time. Prints how long readers wait until they are connected and have seen a reply that was
// written meanwhile (docs/scale.md, "Storms"). `--storms weight [--gateways 2]` only prints what Redis does for readers of
// one thread over all gateways.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildPage } from '../fixtures/page-program'
import { StormForum, type ForumPart, type RedisWork } from './forum'
import type { ReadersOrder, ReadersReport, ReadThread } from './readers'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    readers: { type: 'string', default: '5000' },
    phones: { type: 'string', default: '10000' },
    outage: { type: 'string', default: '60' },
    storms: { type: 'string', default: 'one,many,phones' },
    gateways: { type: 'string', default: '2' },
  },
})
const READERS = Number(values.readers)
const PHONES = Number(values.phones)
const OUTAGE_S = Number(values.outage)
/** Readers of a thread when they are spread over many. */
const READERS_OF_A_ROOM = 25
const SETTLED_MS = 3_000
/**
 * The seconds for which Redis is watched while nothing is written, and the number of replies that are written
 * afterwards.
 */
const RESTING_S = 30
const REPLIES = 20

const say = (line: string) => void process.stdout.write(`${line}\n`)
/** A clock that all processes of the machine share, in milliseconds. */
const now = () => Number(process.hrtime.bigint()) / 1e6
const inSeconds = (ms: number) => (ms / 1_000).toFixed(1)

type Current = Extract<ReadersReport, { is: 'current' }>

/** The readers' process. */
class Readers {
  private constructor(private readonly child: ChildProcess) {}

  static async open(
    program: string,
    order: Omit<Extract<ReadersOrder, { do: 'open' }>, 'do'>,
  ): Promise<Readers> {
    const readers = new Readers(fork(program, [], { execArgv: ['--max-old-space-size=4096'] }))
    await readers.order({ do: 'open', ...order }, 'open')
    return readers
  }

  async order<Kind extends ReadersReport['is']>(
    order: ReadersOrder,
    kind: Kind,
  ): Promise<Extract<ReadersReport, { is: Kind }>> {
    const reported = this.next(kind)
    this.child.send(order)
    return reported
  }

  tell(order: ReadersOrder): void {
    this.child.send(order)
  }

  next<Kind extends ReadersReport['is']>(kind: Kind): Promise<Extract<ReadersReport, { is: Kind }>> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('the readers ended'))
      const listen = (report: ReadersReport) => {
        if (report.is !== kind) return
        this.child.off('message', listen)
        this.child.off('exit', ended)
        resolve(report as Extract<ReadersReport, { is: Kind }>)
      }
      this.child.on('message', listen)
      this.child.once('exit', ended)
    })
  }

  async close(): Promise<void> {
    await this.order({ do: 'close' }, 'closed')
    const ended = once(this.child, 'exit')
    this.child.disconnect()
    await ended
  }
}

const cpuOf = async (forum: StormForum): Promise<Record<ForumPart, number>> =>
  Object.fromEntries(
    await Promise.all(forum.parts.map(async (part) => [part, await forum.cpuMs(part)] as const)),
  )

/** Runs one storm; `happen` returns the moment from which readers wait, and what they have to see. */
async function storm(
  name: string,
  { forum, readers }: { forum: StormForum; readers: Readers },
  happen: () => Promise<{ since: number; seqs: Record<number, number> }>,
): Promise<void> {
  const before = await cpuOf(forum)
  const { since, seqs } = await happen()
  const { waits, reads, failed, refused, cpuMs }: Current = await readers.order(
    { do: 'await', since, seqs },
    'current',
  )
  const after = await cpuOf(forum)
  // A part that was replaced began to count at zero.
  const used = (part: ForumPart) => {
    const [from = 0, to = 0] = [before[part], after[part]]
    return inSeconds(to < from ? to : to - from)
  }
  say(
    `| ${name} | ${[waits.p50, waits.p95, waits.max].map(inSeconds).join(' / ')} | ${reads} | ${failed} | ${refused} | ` +
      `${used('api 0')} + ${used('api 1')} | ${used('gateway 0')} + ${used('gateway 1')} | ${inSeconds(cpuMs)} |`,
  )
  await wait(SETTLED_MS)
}

/** Prints what Redis does for readers who only read, and for replies to the first of their threads. */
async function weigh(forum: StormForum, threadId: number): Promise<void> {
  await wait(SETTLED_MS)
  const during = async (work: () => Promise<unknown>): Promise<RedisWork> => {
    const before = await forum.redisWork()
    await work()
    const after = await forum.redisWork()
    return {
      commands: after.commands - before.commands,
      cpuMs: after.cpuMs - before.cpuMs,
      sentBytes: after.sentBytes - before.sentBytes,
    }
  }
  const printed = ({ commands, cpuMs, sentBytes }: RedisWork, parts: number) =>
    `${(commands / parts).toFixed(1)} commands, ${(cpuMs / parts).toFixed(2)} ms of CPU, ` +
    `${(sentBytes / parts / 1_024).toFixed(1)} KiB sent`
  const atRest = await during(() => wait(RESTING_S * 1_000))
  say(`\nRedis for ${values.gateways} gateways, a second: ${printed(atRest, RESTING_S)}`)
  const begun = performance.now()
  const written = await during(async () => {
    for (let i = 0; i < REPLIES; i += 1) await forum.reply(threadId)
    await wait(SETTLED_MS)
  })
  const seconds = (performance.now() - begun) / 1_000
  const more = {
    commands: written.commands - (atRest.commands / RESTING_S) * seconds,
    cpuMs: written.cpuMs - (atRest.cpuMs / RESTING_S) * seconds,
    sentBytes: written.sentBytes - (atRest.sentBytes / RESTING_S) * seconds,
  }
  say(`… and for a reply: ${printed(more, REPLIES)}\n`)
}

async function storms(forum: StormForum, readers: Readers, threads: readonly ReadThread[]): Promise<void> {
  const [first] = threads
  if (!first) throw new Error('storms need a thread')
  const replied = async () => ({ [first.id]: await forum.reply(first.id) })
  const others = Object.fromEntries(threads.map(({ id, seq }) => [id, seq]))
  const at = { forum, readers }

  await storm('a reply, nothing wrong', at, async () => {
    const since = now()
    return { since, seqs: { ...others, ...(await replied()) } }
  })
  await storm('one of two gateways is killed', at, async () => {
    const since = now()
    await forum.kill('gateway 0')
    const seqs = { ...others, ...(await replied()) }
    await forum.restart('gateway 0')
    return { since, seqs }
  })
  await storm('the other one is killed', at, async () => {
    const since = now()
    await forum.kill('gateway 1')
    const seqs = { ...others, ...(await replied()) }
    await forum.restart('gateway 1')
    return { since, seqs }
  })
  await storm('everything is deployed, one part after the other', at, async () => {
    let since = now()
    for (const part of forum.parts) {
      since = now()
      await forum.replace(part)
    }
    return { since, seqs: { ...others, ...(await replied()) } }
  })
  await storm(`Redis is back after ${OUTAGE_S} s`, at, async () => {
    await forum.redis.kill()
    const seqs = { ...others, ...(await replied()) }
    await wait(OUTAGE_S * 1_000)
    await forum.redis.restart()
    return { since: now(), seqs }
  })
}

const program = await buildPage(new URL('readers.ts', import.meta.url))
const forum = await StormForum.start(Number(values.gateways))
try {
  say(
    '| storm | wait p50 / p95 / max, s | reads | failed | told 429 | APIs, s of CPU | gateways, s of CPU | readers, s of CPU |',
  )
  say('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')

  const thread = await forum.startThread('大家都在看的帖子')
  const rooms: ReadThread[] = []
  const chosen = values.storms.split(',')
  if (chosen.includes('many'))
    for (let i = 0; i < READERS / READERS_OF_A_ROOM; i += 1)
      rooms.push(await forum.startThread(`小房间 ${i}`))
  await forum.applyLimits()
  const open = (count: number, threads: readonly ReadThread[], isSpread = false) =>
    Readers.open(program.file, { count, threads, apis: forum.apis, gateways: forum.gateways, isSpread })
  if (chosen.includes('one')) {
    const before = await forum.residentBytes('gateway 0')
    const inOne = await open(READERS, [thread])
    const each = ((await forum.residentBytes('gateway 0')) - before) / READERS / 1_024
    await weigh(forum, thread.id)
    await storms(forum, inOne, [await forum.currently(thread)])
    await inOne.close()
    say(`\na socket in the room of one thread: ${each.toFixed(1)} KiB of a gateway's memory\n`)
  }

  if (chosen.includes('weight')) {
    const everywhere = await open(READERS, [thread], true)
    await weigh(forum, thread.id)
    await everywhere.close()
  }

  if (chosen.includes('many')) {
    const inMany = await open(READERS, rooms)
    const [first, ...others] = rooms
    if (first) {
      await weigh(forum, first.id)
      await storms(forum, inMany, [await forum.currently(first), ...others])
    }
    await inMany.close()
  }

  if (chosen.includes('phones')) {
    const phones = await open(PHONES, [{ id: thread.id, seq: thread.seq }], true)
    await phones.order({ do: 'sleep' }, 'asleep')
    await storm(`${PHONES} phones wake at once`, { forum, readers: phones }, async () => {
      const seqs = { [thread.id]: await forum.reply(thread.id) }
      const since = now()
      phones.tell({ do: 'wake' })
      return { since, seqs }
    })
    await phones.close()
  }
} finally {
  await forum.stop()
  await program.remove()
}
