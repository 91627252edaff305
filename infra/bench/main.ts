import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { environment } from '../src/environment'
import { Bench, FULL, QUICK } from './bench'
import { DriverFloor } from './driver'
import { openForum, startForum, type Forum, type Places } from './forum'
import { LoadGenerator } from './load'
import { plans } from './plans'
import { GROUPS, grownTooMuch, run } from './rows'
import { searches } from './search'
import { BIG, largeShape, SMALL, VARIED } from './shape'
import { soak } from './soak'
import { table, type Row } from './table'
import { units } from './units'

/** Rows of their own forum, which are not part of the whole table. */
const SEARCH = 'search'
const SOAK_MAX_MINUTES = 60
const POSTS_MIN = 2_000
const USAGE = `npm run bench                            the whole table, on a forum of 200,000 posts of its own
npm run bench -- --quick                 the most important rows, on a forum of 2,000 posts, within two minutes
npm run bench -- --only thread,reply     some rows: ${[...GROUPS, SEARCH].join(', ')}
npm run bench -- --only live             storms of reconnecting readers (tests/src/storms)
npm run bench -- --only search            searches, on a forum of 200,000 posts with many words
npm run bench -- --keep FOLDER           keeps the filled forums there, for the next run
npm run bench -- --posts 2000000         on a forum of so many posts, which is filled in bounded memory; with --keep, a
                                         run that was interrupted goes on where it stopped
npm run bench -- --shared                the database apart, as where several processes share it
npm run bench -- --units                 what a post, an index and a socket cost
npm run bench -- --plans                 how many documents and index keys each list reads
npm run bench -- --soak 10               so many minutes of mixed load: memory, failures, leaks
    --rate 40                            … with so many requests a second, not as many as there can be
npm run bench -- http://127.0.0.1:3000   a running forum of this machine, as far as it can be read
    --login NAME:PASSWORD                … signed in as this member
    --write                              … with the rows that write, which leave what they wrote
`
/** A run that hangs is ended after this time. */
const LIMIT_MS = { quick: 5 * 60_000, full: 40 * 60_000 }
/** Added for a forum of a given number of posts, most of it for filling. */
const LIMIT_MS_PER_POST = 4

function parsed() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      keep: { type: 'string' },
      posts: { type: 'string' },
      shared: { type: 'boolean', default: false },
      units: { type: 'boolean', default: false },
      plans: { type: 'boolean', default: false },
      soak: { type: 'string' },
      rate: { type: 'string' },
      login: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(USAGE)
    process.exit(0)
  }
  const only = values.only?.split(',') ?? null
  const unknown = only?.filter((group) => ![...GROUPS, SEARCH].includes(group)) ?? []
  if (unknown.length > 0 || positionals.length > 1) throw new Error('unknown arguments')
  const soak = values.soak === undefined ? null : Number(values.soak)
  if (soak !== null && !(soak > 0 && soak <= SOAK_MAX_MINUTES)) throw new Error('--soak takes some minutes')
  const rate = values.rate === undefined ? undefined : Number(values.rate)
  if (rate !== undefined && (soak === null || !(rate > 0))) throw new Error('--rate goes with --soak')
  const posts = values.posts === undefined ? null : Number(values.posts)
  if (posts !== null && !(Number.isInteger(posts) && posts >= POSTS_MIN))
    throw new Error(`--posts takes a number of posts, from ${POSTS_MIN}`)
  return { ...values, soak, rate, only, posts, url: positionals[0] }
}
type Options = ReturnType<typeof parsed>

async function main(options: Options): Promise<void> {
  const startedAt = performance.now()
  const given = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => given.abort())
  const limit = AbortSignal.timeout(
    (options.quick ? LIMIT_MS.quick : LIMIT_MS.full) +
      (options.soak ?? 0) * 60_000 +
      (options.posts ?? 0) * LIMIT_MS_PER_POST,
  )
  const signal = AbortSignal.any([given.signal, limit])
  const work = await mkdtemp(path.join(os.tmpdir(), 'forum-bench-'))
  const cacheHome = environment['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache')
  const keep = options.keep === undefined ? path.join(work, 'filled') : path.resolve(options.keep)
  const places: Places = { work, keep, cache: path.join(cacheHome, 'overseas-forum') }
  const common = { signal, isShared: options.shared || options.units || options.plans }
  const large = options.posts === null ? null : largeShape(options.posts)
  const load = new LoadGenerator(work, environment['PATH'] ?? '')
  const rows: Row[] = []

  const measure = async (
    forum: Forum,
    small: Parameters<typeof run>[1]['small'],
    into: Row[],
  ): Promise<void> => {
    const driver = forum.floorUri === null ? null : new DriverFloor(forum.floorUri)
    try {
      // Comparing growth needs less time than the table: p50 settles early.
      const effort = options.quick || small === 'this is the small one' ? QUICK : FULL
      const bench = await Bench.open({ forum, effort, load, driver, signal })
      try {
        if (options.soak !== null) {
          const { table: rounds, faults } = await soak(bench, forum, {
            minutes: options.soak,
            rate: options.rate,
          })
          process.stdout.write(`${rounds}\n\n${faults.length === 0 ? 'no fault' : faults.join('\n')}\n`)
          if (faults.length > 0) process.exitCode = 1
        } else if (options.units) process.stdout.write(`${await units(bench, forum)}\n\n`)
        else await run(bench, { only: options.only, quick: options.quick, small, rows: into })
      } finally {
        await bench.close()
      }
    } finally {
      await driver?.close()
      await forum.stop()
    }
  }

  try {
    if (options.url !== undefined) {
      const forum = await openForum(options.url, { login: options.login, writable: options.write })
      await measure(forum, new Map(), rows)
    } else if (options.only?.includes(SEARCH)) {
      const forum = await startForum(large ?? VARIED, places, { ...common, isShared: true })
      try {
        process.stdout.write(`${await searches(forum)}\n`)
      } finally {
        await forum.stop()
      }
    } else if (options.plans) {
      const forum = await startForum(large ?? BIG, places, common)
      try {
        process.stdout.write(`${await plans(forum)}\n`)
      } finally {
        await forum.stop()
      }
    } else if (large) {
      await measure(await startForum(large, places, common), new Map(), rows)
    } else if (options.quick || options.units || options.soak !== null) {
      await measure(await startForum(options.units ? BIG : SMALL, places, common), new Map(), rows)
    } else {
      const small: Row[] = []
      await measure(await startForum(SMALL, places, common), 'this is the small one', small)
      const p50 = new Map(
        small.flatMap((row) => (row.p50 === undefined ? [] : [[row.name, row.p50] as const])),
      )
      await measure(await startForum(BIG, places, common), p50, rows)
    }
  } finally {
    if (rows.length > 0) print(rows, load.name, startedAt)
    await rm(work, { recursive: true, force: true })
  }
}

function print(rows: readonly Row[], generator: string, startedAt: number): void {
  const machine = `${os.cpus().length} cores (${os.cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, ${generator}`
  const grown = grownTooMuch(rows).map(({ name }) => name)
  const failed = rows.filter((row) => (row.failed ?? 0) > 0).map(({ name }) => name)
  const said = [
    table(rows),
    `${machine}; ${Math.round((performance.now() - startedAt) / 1_000)} s`,
    ...(grown.length > 0 ? [`p50 grows more than it should: ${grown.join('; ')}`] : []),
    ...(failed.length > 0 ? [`with failed requests: ${failed.join('; ')}`] : []),
  ]
  process.stdout.write(`\n${said.join('\n\n')}\n`)
  if (failed.length > 0) process.exitCode = 1
}

const options = (() => {
  try {
    return parsed()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    process.exit(2)
  }
})()
try {
  await main(options)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exitCode = 1
}
