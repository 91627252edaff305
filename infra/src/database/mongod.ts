import { spawn } from 'node:child_process'
import { access, constants, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MongoClient, MongoServerError } from 'mongodb'

/** The private mongod could not be started. The message says why and what to do. */
export class MongodError extends Error {
  override readonly name = 'MongodError'
}

const REPLICA_SET = 'forum'
const START_WAIT_MS = 30_000
const STOP_WAIT_MS = 8_000
const POLL_MS = 200
/** MongoDB's error code for a replica set that already exists. */
const ALREADY_INITIALIZED = 23
const OUTPUT_MAX = 2_000

/** Finds the first `mongod` on the path, if any. */
export async function findMongod(searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(path.delimiter)) {
    const candidate = path.join(folder, 'mongod')
    if (folder !== '' && (await isExecutable(candidate))) return candidate
  }
  return undefined
}

const isExecutable = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )

/** The arguments of a private replica set of one on loopback. */
export function mongodArguments(dataDir: string, port: number): string[] {
  return [
    '--dbpath',
    dataDir,
    '--bind_ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--replSet',
    REPLICA_SET,
    '--quiet',
  ]
}

/** Starts the given `mongod` with a private data folder, as a replica set of one. */
export async function startMongod(options: {
  binary: string
  dataDir: string
  signal: AbortSignal
}): Promise<{ uri: string; stop(): Promise<void> }> {
  const { binary, dataDir, signal } = options
  if (!(await isExecutable(binary))) {
    throw new MongodError(`MONGOD_BINARY ${binary} is not a program that can be run`)
  }
  await mkdir(dataDir, { recursive: true })
  const port = await freePort()
  const child = spawn(binary, mongodArguments(dataDir, port), { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_MAX))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, by) => resolve(`it ended with ${by ?? `code ${code}`}`))
  })
  let hasEnded: string | null = null
  void ended.then((how) => (hasEnded = how))

  const stop = async () => {
    if (hasEnded !== null) return
    child.kill('SIGTERM')
    const inTime = await Promise.race([ended.then(() => true), wait(STOP_WAIT_MS, false)])
    if (!inTime) child.kill('SIGKILL')
    await ended
  }

  const deadline = Date.now() + START_WAIT_MS
  while (!(await initiate(port))) {
    if (hasEnded !== null)
      throw new MongodError(`${binary} did not start: ${String(hasEnded)}\n${output.trim()}`)
    if (signal.aborted || Date.now() > deadline) {
      await stop()
      throw new MongodError(`${binary} did not respond within ${START_WAIT_MS / 1_000} s\n${output.trim()}`)
    }
    await wait(POLL_MS)
  }
  return { uri: `mongodb://127.0.0.1:${port}/forum?replicaSet=${REPLICA_SET}`, stop }
}

/** Initiates the replica set if necessary; returns false until the server is a primary. */
async function initiate(port: number): Promise<boolean> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 1_000,
  })
  try {
    const admin = client.db('admin')
    try {
      await admin.command({
        replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host: `127.0.0.1:${port}` }] },
      })
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== ALREADY_INITIALIZED) return false
    }
    const hello = await admin.command({ hello: 1 })
    return hello.isWritablePrimary === true
  } catch {
    return false
  } finally {
    await client.close()
  }
}

/** Finds a loopback port that is free. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
