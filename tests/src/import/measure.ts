/**
 * Measures an import: fills a MariaDB with a Discuz! X forum of many posts, imports it into an empty forum on the
 * embedded database as `npm run admin` does, and prints how long that took and how much memory.
 *
 *   tsx tests/src/import/measure.ts [posts]
 *
 * Run it with a build, on a still machine.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { FORUM_ENV } from '../fixtures/community'
import { startMariaDb } from '../fixtures/mariadb'
import { descendants } from '../fixtures/process'
import { createRandom } from '../../../infra/bench/random'
import { JUDGED_POSTS } from '../search/judged-posts'
import { emptyDiscuz, insert } from './discuz-forum'

const MEMBERS = 10_000
const BOARDS = 40
const POSTS_PER_THREAD = 10
/** The thread in which a tenth of all posts are. */
const LONG_THREAD = 1
const ROWS_AT_ONCE = 2_000
const SAMPLE_MS = 250
const SINCE = 1_200_000_000
const FIRST_CHARACTER = 0x4e00
const CHARACTERS = 3_500

const total = Number(process.argv[2] ?? 100_000)
const threads = Math.ceil(total / POSTS_PER_THREAD)
const random = createRandom(20)
const build = fileURLToPath(new URL('../../../.build', import.meta.url))

/** Its tables, like most, take characters of three bytes at most. */
const TEXTS = JUDGED_POSTS.map((text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, ''))

const rare = () => String.fromCharCode(FIRST_CHARACTER + random.below(CHARACTERS))
const sentence = () => `${random.pick(TEXTS)}，${rare()}${rare()}。`
/** Returns a message of 30 to 300 characters, one in four with a quote. */
function message(quoted: { pid: number; tid: number } | null): string {
  const words = Array.from({ length: 1 + random.below(9) }, sentence).join('')
  if (quoted === null || random.below(4) > 0) return words
  const { pid, tid } = quoted
  const link = `[size=2][url=forum.php?mod=redirect&goto=findpost&pid=${pid}&ptid=${tid}][color=#999999]会员 发表于 2011-3-13 15:06[/color][/url][/size]`
  return `[quote]${link}\n${sentence()}[/quote]\n\n${words} {:4_92:} [b]${sentence()}[/b]`
}

/** The statements that fill a forum, some thousand rows each. */
function* rows(): Generator<string> {
  yield insert('forum_forum', { fid: 1, type: 'group', name: '生活' })
  yield insert(
    'forum_forum',
    ...Array.from({ length: BOARDS }, (_, i) => ({ fid: 2 + i, fup: 1, name: `版块 ${i}`, displayorder: i })),
  )
  for (let first = 1; first <= MEMBERS; first += ROWS_AT_ONCE) {
    const ids = Array.from({ length: ROWS_AT_ONCE }, (_, i) => first + i)
    const named = ids.map((uid) => ({ uid, username: `${rare()}${rare()}${uid}` }))
    yield insert(
      'common_member',
      ...named.map((one) => ({ ...one, email: `m${one.uid}@example.com`, regdate: SINCE })),
    )
    yield insert(
      'ucenter_members',
      ...named.map((one) => ({ ...one, password: '0'.repeat(32), salt: 'a1b2c3' })),
    )
  }
  const author = () => ({ authorid: 1 + random.below(MEMBERS), author: '会员' })
  const board = (tid: number) => ({ tid, fid: 2 + (tid % BOARDS) })
  for (let first = 1; first <= threads; first += ROWS_AT_ONCE) {
    const ids = Array.from({ length: Math.min(ROWS_AT_ONCE, threads - first + 1) }, (_, i) => first + i)
    const began = ids.map((tid) => ({ ...board(tid), ...author(), dateline: SINCE + tid, views: tid }))
    yield insert('forum_thread', ...began.map((one) => ({ ...one, subject: sentence().slice(0, 60) })))
  }
  const last = new Map<number, { pid: number; position: number }>()
  for (let first = 1; first <= total; first += ROWS_AT_ONCE) {
    const pids = Array.from({ length: Math.min(ROWS_AT_ONCE, total - first + 1) }, (_, i) => first + i)
    const posts = pids.map((pid) => {
      const later = random.below(10) === 0 ? LONG_THREAD : 1 + random.below(threads)
      const tid = pid <= threads ? pid : later
      const before = last.get(tid)
      const position = (before?.position ?? 0) + 1
      last.set(tid, { pid, position })
      const text = message(before ? { pid: before.pid, tid } : null)
      const isFirst = position === 1 ? 1 : 0
      return {
        pid,
        ...board(tid),
        ...author(),
        first: isFirst,
        position,
        dateline: SINCE + pid,
        message: text,
      }
    })
    yield insert('forum_post', ...posts)
  }
}

/** Returns the sum of what a process and its descendants have in memory, in MB. */
async function memoryOf(pid: number): Promise<number> {
  const all = [pid, ...(await descendants(pid))]
  const resident = await Promise.all(
    all.map(async (one) => {
      const status = await readFile(`/proc/${one}/status`, 'utf8').catch(() => '')
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    }),
  )
  return resident.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_024
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'measure-import-'))
const old = await startMariaDb()
try {
  old.run(emptyDiscuz('ultrax', 'utf8'))
  for (const statement of rows()) old.run(`USE ultrax; SET autocommit = 0; ${statement} COMMIT;`)
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TOKEN_SECRET: FORUM_ENV.TOKEN_SECRET,
    DATA_DIR: path.join(folder, 'data'),
    FORUM_BUILD_DIR: build,
    PUBLIC_URL: 'https://forum.example.org',
    SEED: 'none',
  }
  const began = performance.now()
  const line = ['import', 'discuz', '--from', old.uri('ultrax'), '--files', folder]
  const child = spawn(process.execPath, [path.join(build, 'admin.mjs'), ...line], { env, stdio: 'inherit' })
  let [peak, peakOfImport] = [0, 0]
  const sample = setInterval(() => {
    void Promise.all([memoryOf(child.pid ?? 0), readFile(`/proc/${child.pid}/status`, 'utf8')]).then(
      ([sum, status]) => {
        peak = Math.max(peak, sum)
        peakOfImport = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024
      },
      () => undefined,
    )
  }, SAMPLE_MS)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(sample)
  const minutes = (performance.now() - began) / 60_000
  process.stdout.write(
    `ended with ${code} after ${minutes.toFixed(1)} min; at most ${Math.round(peak)} MB in memory, of which the ` +
      `import itself at most ${Math.round(peakOfImport)} MB\n`,
  )
} finally {
  await old.stop()
  await rm(folder, { recursive: true, force: true })
}
