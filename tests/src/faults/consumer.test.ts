import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { connect } from '@forum/http-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import type { Report } from './word-table/api-process'
import { wordsOf, wordTable } from './word-table/word-table'

/** Writes of the consumer after which a process is killed, one process after the other. */
const KILLED_AFTER = [1, 4, 9, 14, 20]
const THREADS = 3
const REPLIES_PER_LIFE = 9
/** What a dead process held is overdue for the next one, and its lease is over. */
const CLOCK_STEP_MS = 20_000
const WORDS = '房子 车子 学校 绿卡 工作 签证 朋友 回国 天气 股票 吃饭 孩子'.split(' ')

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Reply {
  threadId: number
  content: string
  key: string
}

describe('a consumer that is one folder and one line', () => {
  let forum: TestForum
  let author: TestMember
  let folder: string
  let program: string
  const children = new Set<ChildProcess>()

  beforeAll(async () => {
    forum = await startTestForum()
    author = await forum.member('xiaoli')
    // Within the repository, where the packages are found.
    folder = await mkdtemp(path.join(root, 'node_modules/.word-table-'))
    program = path.join(folder, 'api-process.mjs')
    await build({
      entryPoints: [fileURLToPath(new URL('word-table/api-process.ts', import.meta.url))],
      outfile: program,
      bundle: true,
      format: 'esm',
      platform: 'node',
      plugins: [
        {
          name: 'registry-packages-stay-outside',
          setup: (plugin) =>
            plugin.onResolve({ filter: /^[^./]/ }, ({ kind, path: name }) =>
              kind === 'entry-point' || name.startsWith('@forum/') ? null : { path: name, external: true },
            ),
        },
      ],
    })
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await forum.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Starts an API; `killedAfter` so many writes of its consumer it is killed with SIGKILL. */
  async function startApi(life: number, killedAfter: number) {
    const child = fork(program, [forum.uri, String(life * CLOCK_STEP_MS)], { execArgv: [] })
    children.add(child)
    const gone = once(child, 'exit')
    let writes = 0
    const url = await new Promise<string>((resolve) => {
      child.on('message', ({ port, write }: Report) => {
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
        if (write && ++writes === killedAfter) child.kill('SIGKILL')
      })
      void gone.then(() => resolve('http://127.0.0.1:1'))
    })
    return { url, gone, writes: () => writes, child }
  }

  it('sees every event through kills, and counts each once', async () => {
    const threads: number[] = []
    for (let i = 0; i < THREADS; i++) threads.push((await forum.thread(author)).id)
    // The events so far belong to a forum that did not have the consumer.
    const open: Reply[] = []
    const answered: string[] = []
    const send = async (url: string, reply: Reply): Promise<boolean> => {
      const { key, ...body } = reply
      const response = await fetch(`${url}/api/posts`, {
        method: 'POST',
        headers: { ...author.headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(body),
      }).catch(() => null)
      if (response?.status !== 201) return false
      answered.push(reply.content)
      return true
    }
    let made = 0
    let writesOfAll = 0
    for (const [life, killedAfter] of KILLED_AFTER.entries()) {
      const api = await startApi(life, killedAfter)
      for (let i = 0; i < REPLIES_PER_LIFE; i++, made++) {
        const words = [0, 1, 2].map((n) => WORDS[(made * 5 + n * n) % WORDS.length])
        open.push({ threadId: threads[made % THREADS]!, content: words.join(' '), key: randomUUID() })
      }
      const results = await Promise.all(open.map((reply) => send(api.url, reply)))
      for (const [i, isAnswered] of [...results.entries()].reverse()) if (isAnswered) open.splice(i, 1)
      await api.gone
      writesOfAll += api.writes()
    }
    const last = await startApi(KILLED_AFTER.length, Infinity)
    for (const reply of open) expect(await send(last.url, reply)).toBe(true)

    const waiting = () => forum.api.db.threadEvents.countDocuments({ pending: 'words' })
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
    const expected: Record<string, number> = {}
    expect(answered).toHaveLength(made)
    for (const content of answered) {
      for (const word of wordsOf(content)) expected[word] = (expected[word] ?? 0) + 1
    }
    const connection = await connect(forum.uri)
    const rows = await wordTable(connection).find().toArray()
    await connection.close()
    expect(Object.fromEntries(rows.map(({ _id, posts }) => [_id, posts]))).toEqual(expected)
    // Killed between a write and the note that it is done, a process leaves events that arrive once more.
    const counted = Object.values(expected).reduce((sum, posts) => sum + posts, 0)
    expect(writesOfAll + last.writes()).toBeGreaterThan(counted)
  })
})
