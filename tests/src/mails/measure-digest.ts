/**
 * Measures the digest of many members: how long it takes to mail, how much memory the forum needs, and whether replies
 * that are posted meanwhile wait longer than before.
 *
 *   tsx tests/src/mails/measure-digest.ts [members]
 *
 * Needs a build (`.build`). The database, the mail server and the callers are processes of the same machine.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '@forum/shared/clock'
import mongoose from 'mongoose'
import { Community, FORUM_ENV, type Person } from '../fixtures/community'
import { freePort } from '../fixtures/free-port'
import { type ForumProcess, startDatabaseProcess, startProcess } from '../fixtures/process'
import { startSmtp } from '../fixtures/smtp'

const members = Number(process.argv[2] ?? 10_000)
const FIRST_ID = 1_000_000
const THREADS = 60
const FOLLOWED = 5
const WRITERS = 4
/** Pause of a writer after each reply: the load leaves some of the processor. */
const PAUSE_MS = 100
const BASELINE_MS = 30_000
const SAMPLE_MS = 250
const INSERTED_AT_ONCE = 2_000

const folder = await mkdtemp(path.join(os.tmpdir(), 'digest-'))
const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

async function measure(): Promise<void> {
  const database = await startDatabaseProcess(path.join(folder, 'database'), await freePort())
  ends.push(() => database.stop())
  const smtp = await startSmtp()
  ends.push(() => smtp.stop())
  const forum = await startProcess({
    ...FORUM_ENV,
    MONGODB_URI: database.url,
    DATA_DIR: path.join(folder, 'data'),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'luntan@forum.example',
  })
  ends.push(() => forum.stop())
  const { connection } = await mongoose.connect(database.url)
  ends.push(() => mongoose.disconnect())
  const community = new Community(forum.url)
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, (_, i) => community.register(`xie${i}`, `写帖人${i}`)),
  )
  const threadIds = await fill(community, connection, writers)
  console.log(`${members} members follow ${FOLLOWED} of ${THREADS} threads each`)

  const replies = new Replies(community, writers)
  const memory = new Memory(forum)
  await wait(BASELINE_MS)
  report('before', replies, memory)

  const startedAt = Date.now()
  const received = smtp.received.length
  const settings = connection.collection('notificationSettings')
  await settings.updateMany({ digestAt: { $exists: true } }, { $set: { digestAt: new Date() } })
  while (smtp.received.length - received < members && !forum.hasEnded()) await wait(SAMPLE_MS)
  const seconds = (Date.now() - startedAt) / 1_000
  const listed = smtp.received.at(-1)?.text.match(/\/threads\/\d+/g)?.length ?? 0
  report('meanwhile', replies, memory)
  console.log(`${members} digests of ${listed} threads in ${seconds.toFixed(0)} s`)

  await wait(BASELINE_MS)
  report('afterwards', replies, memory)
  await replies.stop()
  const doubled = smtp.received.length - received - members
  console.log(`${doubled} mails too many, ${threadIds.length} threads`)
}

/** Writes threads and replies, and stores the members who follow them and want a weekly digest. */
async function fill(
  community: Community,
  { db }: mongoose.Connection,
  writers: readonly Person[],
): Promise<number[]> {
  const threadIds: number[] = []
  for (let i = 0; i < THREADS; i += 1) {
    const [author = writers[0]!, other = writers[0]!] = [writers[i % WRITERS], writers[(i + 1) % WRITERS]]
    const content = `第 ${i} 个主题的开头，${'说来话长。'.repeat(20)}`
    const id = await community.startThread(author, `周报里的主题 ${i}`, content, 3)
    await community.replies(other, id, ['头一条回复', '第二条'])
    threadIds.push(id)
  }
  const users = db!.collection<{ _id: number }>('users')
  const model = await users.findOne({ _id: writers[0]!.id })
  if (!model) throw new Error('no member to copy')
  const now = new Date()
  for (let first = 0; first < members; first += INSERTED_AT_ONCE) {
    const ids = Array.from(
      { length: Math.min(INSERTED_AT_ONCE, members - first) },
      (_, i) => FIRST_ID + first + i,
    )
    await users.insertMany(
      ids.map((_id) => {
        const username = `zhaiyao${_id}`
        const email = `${username}@example.com`
        const names = { username, usernameLower: username, displayName: '', nameKeys: [], nameParts: [] }
        const script = _id % 2 === 0 ? 'traditional' : 'simplified'
        const counts = { postCount: 0, threadCount: 0, marks: {} }
        return { ...model, _id, ...names, email, emailLower: email, emailVerifiedAt: now, script, ...counts }
      }),
    )
    await db!.collection<{ _id: number }>('notificationSettings').insertMany(
      ids.map((_id) => ({
        _id,
        settings: { digest: 'weekly' },
        language: 'zh',
        digestAt: new Date(now.getTime() + DAY_MS),
      })),
    )
    await db!.collection<{ _id: string }>('readStates').insertMany(
      ids.flatMap((userId) =>
        Array.from({ length: FOLLOWED }, (_, i) => {
          const threadId = threadIds[(userId * 7 + i * 11) % THREADS] ?? 0
          const state = { lastReadNumber: 1, isWatching: true, isBookmarked: false }
          return { _id: `${userId}:${threadId}`, userId, threadId, ...state }
        }),
      ),
    )
  }
  return threadIds
}

/** Members who write one reply after the other, each in a thread of their own that nobody else follows. */
class Replies {
  private times: number[] = []
  private isStopped = false
  private readonly running: Promise<void>[]

  constructor(
    private readonly community: Community,
    writers: readonly Person[],
  ) {
    this.running = writers.map((writer) => this.write(writer))
  }

  /** Returns how long the replies took, in milliseconds, since the last call. */
  take(): number[] {
    const taken = this.times
    this.times = []
    return taken.sort((a, b) => a - b)
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await Promise.all(this.running)
  }

  private async write(as: Person): Promise<void> {
    const threadId = await this.community.startThread(as, `${as.username} 自己的主题`, '开头', 4)
    for (let count = 0; !this.isStopped; count += 1) {
      const body = { threadId, content: `第 ${count} 条` }
      const begun = performance.now()
      await this.community.call('POST', '/posts', as, body, { 'Idempotency-Key': randomUUID() })
      this.times.push(performance.now() - begun)
      await wait(PAUSE_MS)
    }
  }
}

/** The memory of the forum, sampled. */
class Memory {
  private largestMb = 0

  constructor(private readonly forum: ForumProcess) {
    setInterval(() => void this.sample(), SAMPLE_MS).unref()
  }

  /** Returns the most that was in use since the last call. */
  take(): number {
    const taken = this.largestMb
    this.largestMb = 0
    return taken
  }

  private async sample(): Promise<void> {
    const status = await readFile(`/proc/${this.forum.pid}/status`, 'utf8').catch(() => '')
    this.largestMb = Math.max(this.largestMb, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
  }
}

function report(when: string, replies: Replies, memory: Memory): void {
  const times = replies.take()
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? NaN).toFixed(1)
  console.log(
    `${when}: ${times.length} replies, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, memory up to ${memory.take().toFixed(0)} MB`,
  )
}

try {
  await measure()
} finally {
  for (const end of ends.reverse()) await end()
}
