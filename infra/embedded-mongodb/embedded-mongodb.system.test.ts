import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { serialize } from 'bson'
import fc from 'fast-check'
import { Long, MongoClient, type Db } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { encodeMessage } from './front/wire'
import { startEmbeddedMongodb, type EmbeddedMongodb, type EmbeddedMongodbOptions } from './starter'

/** Tests the front with the real engine. The first run on an old system downloads libraries into the cache. */

const cacheDir = path.join(tmpdir(), 'forum-embedded-mongodb-cache')
const FIRST_START_MS = 600_000

let home: string
let folders = 0
const databases: EmbeddedMongodb[] = []
const clients: MongoClient[] = []
let logged: string[]

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'forum-embedded-mongodb-'))
})
beforeEach(() => {
  logged = []
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await Promise.all(databases.map((database) => database.stop()))
  await rm(home, { recursive: true, force: true })
})

const newFolder = (): string => path.join(home, `data-${++folders}`)

async function start(options: Partial<EmbeddedMongodbOptions> = {}): Promise<EmbeddedMongodb> {
  const database = await startEmbeddedMongodb({
    dataDir: newFolder(),
    cacheDir,
    // Generous, because a busy machine closes slowly and the test asserts a clean close.
    hardEndMs: 60_000,
    log: (level, message, details) => logged.push(`${level}: ${message} ${JSON.stringify(details)}`),
    ...options,
  })
  databases.push(database)
  return database
}

function connectTo(uri: string): Db {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 60_000 })
  clients.push(client)
  return client.db()
}

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 100 })

async function responds(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Stores the documents that `slowCommand` reads. */
const prepareSlowCommand = (db: Db) =>
  db.collection('many').insertMany(Array.from({ length: 3_000 }, (_, n) => ({ n })))

/** Runs a command that takes minutes unless it is stopped. */
function slowCommand(db: Db, maxTimeMS?: number): Promise<unknown> {
  const join = { from: 'many', let: { n: '$n' }, pipeline: [{ $match: { $expr: { $lt: ['$n', '$$n'] } } }] }
  const pipeline = [{ $lookup: { ...join, as: 'a' } }, { $lookup: { ...join, as: 'b' } }, { $count: 'n' }]
  return db
    .collection('many')
    .aggregate(pipeline, maxTimeMS === undefined ? {} : { maxTimeMS })
    .toArray()
}

/** Runs a write that takes minutes unless it is stopped. */
const slowUpdate = (db: Db): Promise<unknown> =>
  db.collection('many').updateMany({}, [{ $set: { sum: { $sum: { $range: [0, 300_000] } } } }])

describe('one embedded database', () => {
  let database: EmbeddedMongodb
  let db: Db
  let pid: number | undefined

  beforeAll(async () => {
    database = await start({ ttlSweepMs: 200, cursorIdleMs: 300 })
    db = connectTo(database.uri)
    pid = database.pid()
  }, FIRST_START_MS)

  it('stores and finds documents with every kind of index', async () => {
    const posts = db.collection('posts')
    await posts.createIndex({ threadId: 1, number: 1 }, { unique: true })
    await posts.insertMany([
      { threadId: 1, number: 1, title: '版规' },
      { threadId: 1, number: 2, title: '求租' },
    ])
    await expect(posts.insertOne({ threadId: 1, number: 2 })).rejects.toMatchObject({ code: 11000 })
    expect(
      await posts.find({ threadId: 1 }).sort({ number: 1 }).project({ _id: 0, title: 1 }).toArray(),
    ).toEqual([{ title: '版规' }, { title: '求租' }])
  })

  it('chooses between indexes when a trial of each finds nothing for long', async () => {
    const entries = db.collection('entries')
    await entries.createIndex({ owner: 1, folder: 1, at: 1 })
    await entries.createIndex({ owner: 1, other: 1, at: 1 })
    await entries.insertMany(
      Array.from({ length: 12_000 }, (_, at) => ({ owner: 1, folder: at % 2, other: 1, at })),
    )
    const deep = entries.find({ owner: 1, folder: 0, other: 1 }).sort({ at: 1 }).skip(5_900).limit(2)
    expect((await deep.toArray()).map(({ at }) => at as number)).toEqual([11_800, 11_802])
  })

  it('survives the start and end of sessions', async () => {
    const other = connectTo(database.uri)
    await other.client.withSession(async (session) => {
      await other.collection('sessions').insertOne({ a: 1 }, { session })
      expect(await other.collection('sessions').findOne({}, { session })).toMatchObject({ a: 1 })
    })
    for (const command of ['endSessions', 'killSessions', 'refreshSessions', 'killAllSessions']) {
      expect(await other.admin().command({ [command]: [] })).toMatchObject({ ok: 1 })
    }
    await other.client.close()
    expect(await db.command({ ping: 1 })).toMatchObject({ ok: 1 })
    expect(database.pid()).toBe(pid)
  })

  it('returns the lifetime of a session in hello', async () => {
    expect(await db.admin().command({ hello: 1 })).toMatchObject({ logicalSessionTimeoutMinutes: 30 })
  })

  it('refuses to drop a database, to change parameters, to lock and to shut down', async () => {
    await expect(db.dropDatabase()).rejects.toMatchObject({ code: 13 })
    for (const command of [{ setParameter: 1, logLevel: 1 }, { fsync: 1, lock: true }, { shutdown: 1 }]) {
      await expect(db.admin().command(command)).rejects.toMatchObject({ code: 13 })
    }
    expect(await db.collection('posts').countDocuments()).toBe(2)
  })

  it('refuses transactions with an error', async () => {
    const session = db.client.startSession()
    await expect(
      session.withTransaction(() => db.collection('posts').insertOne({ a: 1 }, { session })),
    ).rejects.toThrow()
    await session.endSession()
    expect(database.pid()).toBe(pid)
  })

  it('deletes exactly the documents that a TTL index marks as expired', async () => {
    const tokens = db.collection('tokens')
    await tokens.createIndex({ at: 1 }, { expireAfterSeconds: 3_600 })
    await tokens.createIndex(
      { used: 1 },
      { expireAfterSeconds: 0, partialFilterExpression: { kind: 'reset' } },
    )
    const past = new Date(Date.now() - 7_200_000)
    await tokens.insertMany([
      { name: 'old', at: past },
      { name: 'new', at: new Date() },
      { name: 'no date', at: 'once upon a time' },
      { name: 'one of its dates is old', at: [new Date(), past] },
      { name: 'used reset', used: past, kind: 'reset' },
      { name: 'used login', used: past, kind: 'login' },
    ])
    await until(async () => expect(await tokens.countDocuments()).toBe(3))
    expect(new Set(await tokens.distinct('name'))).toEqual(new Set(['new', 'no date', 'used login']))
  })

  it('closes an idle cursor', async () => {
    const collection = db.collection('cursors')
    await collection.insertMany(Array.from({ length: 10 }, (_, n) => ({ n })))
    // A busy machine may take so long between the two commands that the cursor is already closed.
    const cursor = await until(async () => {
      const { cursor: opened } = await db.command({ find: 'cursors', batchSize: 2 })
      const more = { getMore: Long.fromValue(opened.id), collection: 'cursors', batchSize: 2 }
      expect((await db.command(more))['cursor'].nextBatch).toHaveLength(2)
      return opened as { id: number }
    })
    await until(async () => {
      const { metrics } = await db.admin().command({ serverStatus: 1 })
      expect(metrics.cursor.open.total).toBe(0)
    })
    await expect(
      db.command({ getMore: Long.fromValue(cursor.id), collection: 'cursors' }),
    ).rejects.toMatchObject({ code: 43 })
  })

  it('serves other clients while it receives broken messages', async () => {
    const commands = [
      { hello: 1, $db: 'admin' },
      { find: 'posts', filter: { threadId: 1 }, $db: 'forum' },
      { insert: 'broken', documents: [{ a: 'text', b: [1, 2, { c: new Date(0) }] }], $db: 'forum' },
      {
        aggregate: 'posts',
        pipeline: [{ $group: { _id: '$threadId', n: { $sum: 1 } } }],
        cursor: {},
        $db: 'forum',
      },
      { getMore: Long.fromNumber(77), collection: 'posts', $db: 'forum' },
    ].map((command) => encodeMessage(1, Buffer.from(serialize(command))))
    const edits = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    })
    let connected = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...commands), edits, async (command, changes) => {
        const frame = Buffer.from(command)
        for (const [at, value] of changes) frame[at % frame.length] = value
        const socket = connect(database.port, '127.0.0.1')
        socket.on('error', () => {})
        await once(socket, 'connect')
        connected++
        // Half-closed, so that the front does not wait for the rest of an incomplete message.
        socket.end(frame)
        socket.resume()
        await once(socket, 'close')
        expect(await db.command({ ping: 1 })).toMatchObject({ ok: 1 })
      }),
      { numRuns: 300 },
    )
    expect(connected).toBeGreaterThanOrEqual(300)
    expect(database.pid()).toBe(pid)
    expect(await db.collection('posts').countDocuments()).toBe(2)
  }, 300_000)
})

describe('an embedded database with short limits', () => {
  it('ends a command that takes too long and has no time limit', async () => {
    // A busy machine may take longer than the test's own limit to store this much.
    const dataDir = newFolder()
    const before = await start({ dataDir })
    await prepareSlowCommand(connectTo(before.uri))
    await before.stop()
    const db = connectTo((await start({ dataDir, queryLimitMs: 200 })).uri)
    await expect(slowCommand(db)).rejects.toMatchObject({ code: 50 })
  }, 120_000)

  it('disconnects a client that sends half a message, and keeps serving others', async () => {
    const database = await start({ messageTimeoutMs: 1_000 })
    const db = connectTo(database.uri)
    const pid = database.pid()
    const frame = encodeMessage(1, Buffer.from(serialize({ ping: 1, $db: 'admin' })))
    const half = Array.from({ length: 50 }, () => connect(database.port, '127.0.0.1'))
    for (const socket of half) {
      socket.on('error', () => {})
      socket.write(frame.subarray(0, 20))
    }
    expect(await db.command({ ping: 1 })).toMatchObject({ ok: 1 })
    await Promise.all(half.map((socket) => (socket.closed ? Promise.resolve() : once(socket, 'close'))))
    expect(await db.command({ ping: 1 })).toMatchObject({ ok: 1 })
    expect(database.pid()).toBe(pid)
  }, 120_000)
})

describe('starting and ending', () => {
  it('keeps every acknowledged write when it is killed, and restarts on the same address', async () => {
    const database = await start()
    const writer = connectTo(database.uri).collection<{ _id: number }>('acknowledged')
    const acknowledged: number[] = []
    let next = 0
    for (let round = 0; round < 3; round++) {
      const killed = database.pid()!
      const enough = acknowledged.length + 100
      const isBack = () => database.pid() !== undefined && database.pid() !== killed
      const writers = Array.from({ length: 4 }, async () => {
        // A write may wait for the restarted database instead of failing.
        while (!isBack()) {
          const _id = next++
          try {
            // The forum's own concern, and the one of the address.
            const concern = { w: 'majority', j: true } as const
            await writer.insertOne({ _id }, _id % 4 === 0 ? {} : { writeConcern: concern })
          } catch {
            continue
          }
          acknowledged.push(_id)
          if (acknowledged.length === enough) process.kill(killed, 'SIGKILL')
        }
      })
      await Promise.all(writers)
      expect(acknowledged.length).toBeGreaterThanOrEqual(enough)
      await until(() => expect(isBack()).toBe(true))
      // Connections are refused until the restarted database listens; then the driver reconnects automatically.
      await until(async () => expect(await writer.findOne()).not.toBeNull())
      const stored = new Set((await writer.find().toArray()).map(({ _id }) => _id))
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    }
    expect(logged.filter((line) => line.includes('restarted'))).toHaveLength(3)
  }, 300_000)

  it('shows nothing that a kill takes back', async () => {
    const dataDir = newFolder()
    const database = await start({ dataDir })
    const db = connectTo(database.uri)
    await prepareSlowCommand(db)
    // It is still under way at the end.
    const writing = slowUpdate(db).catch(() => 'killed')
    await until(async () => {
      const { inprog } = await db.admin().command({ currentOp: 1 })
      expect(JSON.stringify(inprog)).toContain('$range')
    })
    const shown: number[] = []
    for (let _id = 0; _id < 10; _id++) {
      const posts = db.collection<{ _id: number }>('posts')
      await posts.insertOne({ _id }, { writeConcern: { w: 1, journal: false } })
      const found = await posts.findOne({ _id })
      if (found) shown.push(found._id)
    }
    process.kill(database.pid()!, 'SIGKILL')
    expect(await writing).toBe('killed')
    await database.stop()

    const again = connectTo((await start({ dataDir, folderWaitMs: 60_000 })).uri)
    const stored = await again.collection<{ _id: number }>('posts').find().sort({ _id: 1 }).toArray()
    expect(shown).toHaveLength(10)
    expect(stored.map(({ _id }) => _id)).toEqual(shown)
  }, 300_000)

  it('refuses a folder that another process uses, and opens it once that process ends', async () => {
    const first = await start()
    const dataDir = path.join(home, `data-${folders}`)
    await expect(start({ dataDir, folderWaitMs: 0 })).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' })
    expect(await responds(first.port)).toBe(true)

    const second = start({ dataDir, folderWaitMs: 60_000 })
    await first.stop()
    expect(await responds((await second).port)).toBe(true)
  }, 120_000)

  it('ends cleanly even while a command runs, and keeps stored data', async () => {
    const dataDir = newFolder()
    const database = await start({ dataDir })
    const db = connectTo(database.uri)
    await prepareSlowCommand(db)
    const running = slowCommand(db, 0).then(
      () => 'finished',
      () => 'stopped',
    )
    await until(async () => {
      const { inprog } = await db.admin().command({ currentOp: 1 })
      expect(JSON.stringify(inprog)).toContain('$lookup')
    })
    await database.stop()
    expect(await running).toBe('stopped')
    expect(logged.filter((line) => line.startsWith('error'))).toEqual([])
    expect(await responds(database.port)).toBe(false)

    const again = connectTo((await start({ dataDir, folderWaitMs: 0 })).uri)
    expect(await again.collection('many').countDocuments()).toBe(3_000)
  }, 120_000)

  it('leaves nothing running when it is stopped during a restart', async () => {
    const dataDir = newFolder()
    const database = await start({ dataDir })
    process.kill(database.pid()!, 'SIGKILL')
    await until(() => expect(logged.join()).toContain('SIGKILL'))
    await database.stop()
    const next = await start({ dataDir, folderWaitMs: 0 })
    expect(await responds(next.port)).toBe(true)
  }, 120_000)

  it('ends when its parent process is killed, so that the next start can open the folder', async () => {
    const dataDir = newFolder()
    const program = fileURLToPath(new URL('./main.ts', import.meta.url))
    const parent = spawn(
      process.execPath,
      ['--import', 'tsx', program, '--data', dataDir, '--port', '0', '--cache', cacheDir],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
    const uri = line.replace('ready ', '')
    expect(await responds(Number(new URL(uri).port))).toBe(true)
    await connectTo(uri).collection('kept').insertOne({ a: 1 })
    parent.kill('SIGKILL')

    const next = connectTo((await start({ dataDir })).uri)
    expect(await next.collection('kept').countDocuments()).toBe(1)
    expect(await responds(Number(new URL(uri).port))).toBe(false)
  }, 120_000)

  it('reports a port that another program uses', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(start({ port })).rejects.toMatchObject({
      code: 'PORT_TAKEN',
      message: expect.stringContaining(String(port)),
    })
    other.close()
  })

  it('reports an unusable data folder', async () => {
    const file = path.join(home, 'a-file')
    await writeFile(file, '')
    await expect(start({ dataDir: file })).rejects.toMatchObject({ code: 'DATA_FOLDER_UNUSABLE' })
  })
})
