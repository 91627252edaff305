import type { Notification } from '@forum/shared/contract'
import { ALL_RIGHTS } from '@forum/shared/policies'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startAnotherApi, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

/**
 * Everything derived from messages and notifications is right in the end, in whatever order the commands of several
 * processes reach the database, and wherever one of them stalls or dies.
 */

/** Seeds are fixed, so that a run is repeatable but for the time that a command takes. */
const RUNS = 12 * inject('seeds')
/** Number of runs with the same members: their sign-up is slow, and so is checking many messages. */
const RUNS_OF_TWO = 8
const PROCESSES = 2
const ACTS_MAX = 3
/** A process may die after up to so many commands. */
const COMMANDS_MAX = 16
/** The writes of derived data: a process that stalls before one of them writes outdated values. */
const WRITES = ['mailboxEntries.bulkWrite', 'conversations.updateOne', 'unreadCounts.bulkWrite']
/** Turns of the event loop without a command, after which a stalled process goes on. */
const IDLE_TURNS = 30

const COMMANDS = [
  'bulkWrite',
  'countDocuments',
  'findOne',
  'findOneAndUpdate',
  'insertOne',
  'updateMany',
  'updateOne',
]

type Api = Pick<TestForum, 'api' | 'request'>
type Method = (...args: unknown[]) => unknown

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Decides from a seed which process sends its next command. */
class Schedule {
  private state: number
  private waiting: { process: number; command: string; go: () => void }[] = []
  /** The process that mostly goes first. */
  private readonly fast: number
  /** The first process that comes to this command stalls there. */
  private stallsAt: string | undefined
  private readonly stalled = new Set<number>()
  private readonly commandsLeft = new Map<number, number>()

  constructor(seed: number) {
    this.state = Math.imul(seed, 2_654_435_769)
    this.fast = this.below(PROCESSES)
    this.stallsAt = WRITES[this.below(WRITES.length)]
  }

  /** Returns a whole number below `n`. */
  below(n: number): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n)
  }

  killAfter(process: number, commands: number): void {
    this.commandsLeft.set(process, commands)
  }

  /** Resolves when it is the turn of the process; rejects once it is dead. */
  async turn(process: number, command: string): Promise<void> {
    await new Promise<void>((go) => this.waiting.push({ process, command, go }))
    const left = this.commandsLeft.get(process) ?? Infinity
    if (left === 0) throw new Error('the process has died')
    this.commandsLeft.set(process, left - 1)
  }

  async command<T>(process: number, name: string, send: () => Promise<T>): Promise<T> {
    await this.turn(process, name)
    const response = await send()
    await this.turn(process, `response to ${name}`)
    return response
  }

  /** Gives turns until the work ends. */
  async run(work: Promise<unknown>): Promise<void> {
    let isOver = false
    void work.finally(() => (isOver = true))
    for (let idle = 0; !isOver; await nextTurn()) {
      const ready = this.waiting.filter(({ process }) => !this.stalled.has(process))
      const ofFast = ready.filter(({ process }) => process === this.fast)
      const from = ofFast.length > 0 && this.below(8) > 0 ? ofFast : ready
      const chosen = from[this.below(from.length)]
      idle = chosen || connectionsInUse > 0 ? 0 : idle + 1
      if (idle > IDLE_TURNS) this.stalled.clear()
      if (!chosen) continue
      // Until the others have nothing left to do.
      if (chosen.command === this.stallsAt) {
        this.stalled.add(chosen.process)
        this.stallsAt = undefined
        continue
      }
      this.waiting.splice(this.waiting.indexOf(chosen), 1)
      chosen.go()
    }
  }
}

/** Database connections in use or waited for: no stall ends meanwhile. */
let connectionsInUse = 0

/** The schedule of the run; null between runs. */
let schedule: Schedule | null = null

/** Lets every command of a process wait for its turn, and its response for another one. */
function scheduleCommands({ api: { db } }: Api, process: number): void {
  const command = <T>(name: string, send: () => Promise<T>) =>
    schedule?.command(process, name, send) ?? send()
  const { conversations, mailboxEntries, messages, notifications, unreadCounts } = db
  const client = messages.db.client
  client.on('connectionCheckOutStarted', () => (connectionsInUse += 1))
  client.on('connectionCheckOutFailed', () => (connectionsInUse -= 1))
  client.on('connectionCheckedIn', () => (connectionsInUse -= 1))
  for (const collection of [conversations, mailboxEntries, messages, notifications, unreadCounts]) {
    const methods = collection as unknown as Record<string, Method>
    for (const name of COMMANDS) {
      const send = methods[name]!.bind(collection)
      methods[name] = (...args) =>
        command(`${collection.collectionName}.${name}`, () => send(...args) as Promise<unknown>)
    }
    for (const name of ['find', 'aggregate']) {
      const open = methods[name]!.bind(collection)
      methods[name] = (...args) => {
        const cursor = open(...args) as { toArray: () => Promise<unknown> }
        const toArray = cursor.toArray.bind(cursor)
        cursor.toArray = () => command(`${collection.collectionName}.${name}`, toArray)
        return cursor
      }
    }
  }
}

let forum: TestForum
let processes: Api[]
let stop: () => Promise<void>

beforeAll(async () => {
  forum = await startTestForum()
  const another = await startAnotherApi(forum.uri, { clock: forum.clock, bus: forum.bus })
  processes = [forum, another]
  for (const [i, one] of processes.entries()) scheduleCommands(one, i)
  stop = () => another.stop()
})
afterAll(async () => {
  await stop()
  await forum.stop()
})

const viewerOf = ({ id }: TestMember) => ({
  actor: { id, role: 'user', moderatedBoardIds: [], isMuted: false, boards: ALL_RIGHTS } as const,
  sessionId: 1,
  expiresAt: new Date(Date.now() + 1_000_000),
})

async function send({ api }: Api, by: TestMember, to: TestMember): Promise<number> {
  const input = { recipientId: to.id, subject: '数一数', content: '一二三' }
  return (await api.services.messages.send(viewerOf(by), input, undefined))._id
}

const twoMembers = async (run: number): Promise<[TestMember, TestMember]> => [
  await forum.member(`diyi${run}`),
  await forum.member(`dier${run}`),
]

/** Two members, the messages from one to the other, and the notifications of both. */
interface Case {
  sender: TestMember
  recipient: TestMember
  messages: number[]
  notices: ReadonlyMap<TestMember, number[]>
}

async function newCase([sender, recipient]: readonly [TestMember, TestMember]): Promise<Case> {
  const notices = new Map<TestMember, number[]>()
  for (const one of [sender, recipient]) {
    const ids = await forum.api.services.ids.many('notifications', 2)
    const docs = ids.map((_id) => ({
      ...NOTICE,
      _id,
      userId: one.id,
      key: `system:${_id}`,
      eventIds: [`${_id}`],
    }))
    await forum.api.db.notifications.insertMany(docs as never[])
    notices.set(one, ids)
  }
  const messages = [await send(forum, sender, recipient), await send(forum, sender, recipient)]
  await send(forum, recipient, sender)
  await forum.settle()
  return { sender, recipient, messages, notices }
}

/** Does something random in one process, mostly to the first message: what several do to one shows the most. */
async function act({ api, request }: Api, random: Schedule, one: Case): Promise<void> {
  const { sender, recipient, messages, notices } = one
  const of = messages[Math.max(0, random.below(4) - 2)]!
  const by = random.below(2) === 0 ? sender : recipient
  const notice = notices.get(by)![random.below(2)]!
  switch (random.below(8)) {
    case 0:
      messages.push(await send({ api, request }, sender, recipient))
      break
    case 1:
    case 2:
      await api.services.messages.markRead(viewerOf(recipient), of)
      break
    case 3:
    case 4:
      await api.services.messages.remove(viewerOf(by), of)
      break
    default:
      await request
        .post('/api/notifications/read')
        .set(by.headers)
        .send({ ids: [notice] })
  }
}

async function expectTrueCounts({ id: ownerId, headers }: TestMember): Promise<void> {
  const { conversations, mailboxEntries, messages } = forum.api.db
  const entries = await mailboxEntries.find({ ownerId }).toArray()
  for (const entry of entries) {
    const message = (await messages.findOne({ _id: entry.messageId }))!
    const isSender = message.senderId === ownerId
    const isDeleted = isSender ? message.deletedBySender : message.deletedByRecipient
    const isUnread = !isSender && message.readAt === null && !isDeleted
    expect(entry).toMatchObject({ version: message.version, isDeleted, isUnread })
  }
  const kept = entries.filter(({ isDeleted }) => !isDeleted)
  const unread = kept.filter(({ isUnread }) => isUnread)
  const [conversation] = await conversations.find({ ownerId }).toArray()
  expect(conversation).toMatchObject({ messageCount: kept.length, unreadCount: unread.length })
  for (const { request } of processes) {
    const get = async (path: string) =>
      (await request.get(`/api${path}`).set(headers).expect(200)).body as Record<string, unknown>
    expect((await get('/messages/unread/count')).count).toBe(unread.length)
    const listed = (await get('/notifications')).notifications as Notification[]
    const { count } = await get('/notifications/unread/count')
    expect(count).toBe(listed.filter(({ isRead }) => !isRead).length)
  }
}

it('counts every mailbox right after any schedule of commands, wherever a process stalls or dies', async () => {
  let people = await twoMembers(0)
  for (let run = 1; run <= RUNS; run++) {
    if (run % RUNS_OF_TWO === 0) people = await twoMembers(run)
    const one = await newCase(people)
    schedule = new Schedule(run)
    const dies = run % 3 === 0
    if (dies) schedule.killAfter(schedule.below(PROCESSES), schedule.below(COMMANDS_MAX))
    const count = 2 + schedule.below(ACTS_MAX - 1)
    const acts = Array.from({ length: count }, (_, i) => act(processes[i % PROCESSES]!, schedule!, one))
    const settled = Promise.allSettled(acts).then(() =>
      Promise.allSettled(processes.map(({ api }) => api.settle())),
    )
    await schedule.run(settled)
    schedule = null
    if (dies) {
      // Another process finishes what the dead one left behind.
      forum.clock.advance(10_000)
      await forum.api.sweep()
      await forum.settle()
    }
    try {
      for (const member of [one.sender, one.recipient]) await expectTrueCounts(member)
    } catch (error) {
      throw new Error(`run ${run}`, { cause: error })
    }
  }
})

const NOTICE = {
  kind: 'system',
  threadId: null,
  parts: [],
  actorId: null,
  at: new Date(),
  lastNumber: 0,
  isRead: false,
  text: { zh: '通知', en: 'Notice' },
}
