import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../src/database/mongod'
import { environment } from '../src/environment'
import { startEmbeddedMongodb } from '../embedded-mongodb'
import { createRandom } from './random'
import { formatKey, isLargeShape, type Manifest, type Shape } from './shape'

/** A running forum under measurement. */
export interface Forum {
  url: string
  /** The shape's name, or the address of a forum that the bench did not start. */
  name: string
  /** The database for the floors; null for a forum that the bench did not start. */
  floorUri: string | null
  /** Null for a forum that the bench did not start. */
  tokenSecret: string | null
  /** Empty if no member could sign in; rows that need members are then left out. */
  tokens: string[]
  /** False if rows that write are skipped. */
  writable: boolean
  longest: { id: number; lastNumber: number }
  long: { id: number; lastNumber: number }
  boardId: number
  threads: [id: number, lastNumber: number][]
  postIds: number[]
  searches: Manifest['searches']
  textBytes: number
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const buildDir = path.join(root, '.build')
const READY_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 15_000

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function endWithin(child: ChildProcess, ms: number): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const inTime = await Promise.race([ended.then(() => true), wait(ms, false, { ref: false })])
  if (!inTime) child.kill('SIGKILL')
  await ended
}

export interface Places {
  /** Folder for this run's files, removed at its end. */
  work: string
  /** Keeps filled forums between runs. */
  keep: string
  /** The embedded database's own cache. */
  cache: string
}

/** Fills a forum unless one is kept from an earlier run; returns its folder, which is read-only from then on. */
async function filled(shape: Shape, places: Places, signal: AbortSignal): Promise<string> {
  const folder = path.join(places.keep, `${shape.name}-${formatKey(shape)}`)
  const isThere = await stat(path.join(folder, 'manifest.json')).catch(() => null)
  if (isThere) return folder
  process.stderr.write(`filling a forum of ${shape.posts} posts\n`)
  const unfinished = `${folder}.unfinished`
  const isLarge = isLargeShape(shape)
  // A large one goes on where an interrupted run stopped.
  if (!isLarge) await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const args = [
    '--import',
    'tsx',
    path.join(root, 'infra/bench/fill.ts'),
    isLarge ? String(shape.posts) : shape.name,
    unfinished,
    places.cache,
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const giveUp = () => child.kill('SIGTERM')
  signal.addEventListener('abort', giveUp)
  await once(child, 'exit')
  signal.removeEventListener('abort', giveUp)
  signal.throwIfAborted()
  if (child.exitCode !== 0) throw new Error(`filling ended with ${child.exitCode ?? child.signalCode ?? ''}`)
  await rename(unfinished, folder)
  return folder
}

/**
 * Starts the built server on a copy of a filled forum. By default the server runs its own embedded database, as
 * `npm start` does, and the floors use an empty one of the same kind beside it. With `isShared` the bench runs the
 * database and the server is given its address, as where several processes share one.
 */
export async function startForum(
  shape: Shape,
  places: Places,
  { signal, isShared }: { signal: AbortSignal; isShared: boolean },
): Promise<Forum> {
  const source = await filled(shape, places, signal)
  const manifest = JSON.parse(await readFile(path.join(source, 'manifest.json'), 'utf8')) as Manifest
  const folder = path.join(places.work, shape.name)
  await cp(source, folder, { recursive: true })
  const database = await startEmbeddedMongodb({
    dataDir: path.join(folder, isShared ? 'mongodb' : 'floor'),
    cacheDir: places.cache,
    frontBundle: path.join(buildDir, 'embedded-mongodb-front.mjs'),
    signal,
  })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const logFile = path.join(folder, 'server.log')
  const log = openSync(logFile, 'w')
  const server = spawn(process.execPath, [path.join(buildDir, 'server.mjs')], {
    env: {
      // Without a PATH the server finds no mongod, which it would prefer to the embedded database.
      ...(isShared && { PATH: environment['PATH'] }),
      HOME: environment['HOME'],
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      ...(isShared && { MONGODB_URI: database.uri }),
      TOKEN_SECRET: manifest.tokenSecret,
      SEED: 'none',
      RATE_LIMITS: 'off',
      FORUM_BUILD_DIR: buildDir,
    },
    // The server logs each request as in production, but to a target that needs no disk.
    stdio: ['ignore', 'ignore', log],
  })
  closeSync(log)
  const stop = async () => {
    await endWithin(server, STOP_WITHIN_MS)
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const giveUp = Date.now() + READY_WITHIN_MS
  while (!(await isReady(url))) {
    if (!hasEnded(server) && Date.now() < giveUp && !signal.aborted) {
      await wait(100)
      continue
    }
    const said = await readFile(logFile, 'utf8')
    await stop()
    throw new Error(`the forum did not become ready:\n${said}`)
  }
  const { longest, long, boardId, threads, postIds, tokens, tokenSecret, searches, textBytes = 0 } = manifest
  return {
    url,
    name: shape.name,
    floorUri: database.uri,
    writable: true,
    longest,
    long,
    boardId,
    threads,
    postIds,
    tokenSecret,
    tokens,
    searches,
    textBytes,
    stop,
  }
}

const isReady = (url: string) =>
  fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.body?.cancel()
      return response.status === 200
    },
    () => false,
  )

interface Listed {
  id: number
  lastNumber: number
  boardId: number
  openingPostId?: number
}

/** Opens a forum that already runs on this machine, and reads its contents over its API. */
export async function openForum(
  url: string,
  options: { login: string | undefined; writable: boolean },
): Promise<Forum> {
  const { hostname } = new URL(url)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
    throw new Error('The bench sends as much as it can, so it takes addresses of this machine alone.')
  }
  const api = `${url.replace(/\/$/, '')}/api`
  const list = async (query: string) => {
    const response = await fetch(`${api}/threads?${query}`)
    if (!response.ok) throw new Error(`${api}/threads answered ${response.status}`)
    return ((await response.json()) as { threads: Listed[] }).threads
  }
  const [longest, long] = await list('sortBy=replyCount&limit=20')
  if (!longest) throw new Error('the forum has no threads')
  const threads: Listed[] = []
  for (let page = 1; page <= 10; page++) threads.push(...(await list(`page=${page}&limit=20`)))
  const posts = threads.flatMap(({ openingPostId }) => openingPostId ?? [])
  return {
    url: url.replace(/\/$/, ''),
    name: url,
    floorUri: null,
    tokenSecret: null,
    tokens: await signIn(api, options.login ?? 'laowang88:Forum#2025'),
    writable: options.writable,
    longest,
    long: long ?? longest,
    boardId: longest.boardId,
    threads: threads.map(({ id, lastNumber }) => [id, lastNumber]),
    postIds: posts,
    searches: undefined,
    textBytes: 0,
    stop: () => Promise.resolve(),
  }
}

async function signIn(api: string, login: string): Promise<string[]> {
  const [username, password] = [login.slice(0, login.indexOf(':')), login.slice(login.indexOf(':') + 1)]
  const response = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (response.ok) return [((await response.json()) as { token: string }).token]
  process.stderr.write(`${username} could not sign in (${response.status}): rows of members are left out\n`)
  return []
}

/** Returns paths of thread pages, spread over all threads; the same in each run. */
export function randomPages(forum: Forum, count: number): string[] {
  const random = createRandom(4)
  return Array.from({ length: count }, () => {
    const [id, lastNumber] = random.pick(forum.threads)
    return `/api/threads/${id}?page=${1 + random.below(pagesOf(lastNumber))}`
  })
}

const POSTS_PER_PAGE = 20
export const pagesOf = (lastNumber: number) => Math.max(1, Math.ceil((lastNumber - 1) / POSTS_PER_PAGE))

export interface Reading {
  /** Number of database commands since the start; null if the forum does not count them. */
  commands: number | null
  rssBytes: number | null
}

/** Reads the forum's own metrics; empty if they cannot be read. */
export async function readMetrics(forum: Forum): Promise<Reading> {
  const response = await fetch(`${forum.url}/api/metrics`).catch(() => null)
  const text = response?.ok ? await response.text() : ''
  const value = (name: string) => {
    const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]
    return found === undefined ? null : Number(found)
  }
  return {
    commands: value('forum_database_commands_total'),
    rssBytes: value('process_resident_memory_bytes'),
  }
}

/** The event loop's delay is sampled by a timer of this period, which its reading includes. */
export const SAMPLED_EVERY_MS = 100

/** Values that a leak would make grow. */
export interface Gauges {
  rssBytes: number
  handles: number
  sockets: number
  /** The heap's part that is in use, with garbage that is not collected yet. */
  heapBytes: number
  /** The 99th percentile of the delay of the event loop since the last reading, in milliseconds. */
  loopP99Ms: number
}

/** Reads the gauges of a forum that the bench started. */
export async function readGauges(forum: Forum): Promise<Gauges> {
  const text = await (await fetch(`${forum.url}/api/metrics`)).text()
  const value = (name: string) => {
    const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]
    if (found === undefined) throw new Error(`the forum does not report ${name}`)
    return Number(found)
  }
  return {
    rssBytes: value('process_resident_memory_bytes'),
    handles: value('nodejs_active_handles_total'),
    sockets: value('forum_gateway_sockets'),
    heapBytes: value('nodejs_heap_size_used_bytes'),
    // 0 if nothing was sampled since.
    loopP99Ms: Math.max(0, value('nodejs_eventloop_lag_p99_seconds') * 1_000 - SAMPLED_EVERY_MS),
  }
}
