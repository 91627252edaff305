import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { patiently } from '../fixtures/browser'
import { Community, FORUM_ENV, sendReply, type Person } from '../fixtures/community'
import { descendants, killIfThere, startProcess, type ForumProcess } from '../fixtures/process'

const WRITERS = 4
const KILLS = 3
/** Acknowledged replies between two kills. */
const REPLIES = 20
const RETRY_MS = 50
/** After many deaths in a row, the engine is started again only after half a minute. */
const RECOVERY_MS = 180_000
/** Long enough for as many recoveries as there are kills; it only ends a hanging test. */
const WITHIN_MS = 900_000

let dataDir: string
let forum: ForumProcess
let community: Community
let writers: Person[]
let threadId: number

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'forum-killed-database-'))
  forum = await startProcess({ ...FORUM_ENV, DATA_DIR: dataDir })
  community = new Community(forum.url)
  writers = await Promise.all(Array.from({ length: WRITERS }, (_, i) => community.register(`xiezuo${i}`)))
  threadId = await community.startThread(writers[0]!, '打不垮的楼')
})
afterAll(async () => {
  await forum?.killAll()
  await rm(dataDir, { recursive: true, force: true })
})

interface Reply {
  id: number
  number: number
  content: string
}

it(
  'loses no acknowledged reply when the database engine is killed under a live API, and recovers',
  async () => {
    const acknowledged: Reply[] = []
    const refusals: { status: number; retryAfter: string | null }[] = []

    /** Sends one reply with one key until it is acknowledged. */
    const reply = async (as: Person, content: string) => {
      const key = randomUUID()
      for (;;) {
        // A connection that was idle may be closed as the request is sent.
        const response = await sendReply(forum.url, as, { key, threadId, content }).catch(() => null)
        if (!response) continue
        if (response.status === 201) {
          const { post } = (await response.json()) as { post: Reply }
          acknowledged.push({ id: post.id, number: post.number, content })
          return
        }
        refusals.push({ status: response.status, retryAfter: response.headers.get('Retry-After') })
        await wait(RETRY_MS)
      }
    }
    let isWriting = true
    const writing = writers.map(async (writer) => {
      for (let i = 0; isWriting; i++) await reply(writer, `${writer.username} 的第 ${i} 句`)
    })

    for (let kill = 0; kill < KILLS; kill++) {
      const enough = acknowledged.length + REPLIES
      await expect
        .poll(() => acknowledged.length, { timeout: RECOVERY_MS, interval: 5 })
        .toBeGreaterThanOrEqual(enough)
      const refusedBefore = refusals.length
      // Requests may also wait for the restarted engine: it is killed until one of them is refused.
      const killEngine = async () => {
        for (const pid of await descendants(forum.pid)) killIfThere(pid)
        return refusals.length
      }
      await expect.poll(killEngine, patiently).toBeGreaterThan(refusedBefore)
    }
    const enough = acknowledged.length + REPLIES
    await expect.poll(() => acknowledged.length, { timeout: RECOVERY_MS }).toBeGreaterThanOrEqual(enough)
    isWriting = false
    await Promise.all(writing)
    expect(new Set(refusals.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(
      new Set(['503 1']),
    )

    const stored: Reply[] = []
    const pages = Math.ceil(acknowledged.length / 100)
    for (let page = 1; page <= pages; page++) {
      const { posts } = await community.call<{ posts: Reply[] }>(
        'GET',
        `/threads/${threadId}?limit=100&page=${page}`,
        null,
      )
      stored.push(...posts.map(({ id, number, content }) => ({ id, number, content })))
    }
    expect(stored).toEqual(acknowledged.sort((a, b) => a.number - b.number))
    expect(stored.map(({ number }) => number)).toEqual(stored.map((_, i) => i + 2))
    const counts = () =>
      community.call<{ board: { threadCount: number; postCount: number } }>('GET', '/boards/3', null)
    await expect
      .poll(async () => (await counts()).board, patiently)
      .toMatchObject({ threadCount: 1, postCount: stored.length + 1 })
    const { status } = await fetch(`${forum.url}/api/health/ready`)
    expect(status).toBe(200)
  },
  WITHIN_MS,
)
