import { prepareDatabase } from '@forum/http-api'
import { systemClock } from '@forum/shared/clock'
import { mongo } from 'mongoose'
import { expect, it, onTestFinished } from 'vitest'
import { ownDatabase } from '../fixtures/database'
import { refusedStart } from '../fixtures/process'

/** The indexes that commit 53dd7f5, the last with the first edition of the log, built on its events. */
const FIRST_EDITION_INDEXES: mongo.IndexDescription[] = [
  { key: { threadId: 1, seq: 1 }, unique: true },
  {
    key: { threadId: 1, actorId: 1, idempotencyKey: 1 },
    unique: true,
    partialFilterExpression: { idempotencyKey: { $exists: true } },
  },
  { key: { threadId: 1, seq: 1, published: 1 }, partialFilterExpression: { published: false } },
  { key: { at: 1, published: 1 }, partialFilterExpression: { published: false } },
  { key: { at: 1, counted: 1 }, partialFilterExpression: { counted: false } },
]
/** A reply as that commit stored it. */
const FIRST_EDITION_EVENT = {
  _id: '8e8994b8-c5e5-4391-8928-37c400002996' as never,
  threadId: 5,
  boardId: 102,
  seq: 4,
  actorId: 6,
  at: new Date('2026-01-06T00:26:46.017Z'),
  kind: 'post.created',
  postId: 26,
  authorId: 6,
  post: {
    threadId: 5,
    number: 4,
    authorId: 6,
    content: '双手插兜的画面感太强了',
    createdAt: new Date('2026-01-06T00:26:46.017Z'),
    quotedPostId: null,
  },
  thread: {
    postCount: 4,
    lastNumber: 4,
    lastPostAt: new Date('2026-01-06T00:26:46.017Z'),
    lastPostUserId: 6,
  },
  like: null,
  counts: { threads: 0, posts: 1, likes: 0, day: '2026-01-05' },
  counted: true,
  published: true,
}

/** Returns everything in a database: documents and indexes, by collection. */
async function contentOf(db: mongo.Db): Promise<Record<string, unknown>> {
  const names = (await db.listCollections().toArray()).map(({ name }) => name).sort()
  const contents = names.map(async (name) => {
    const collection = db.collection(name)
    return [name, { documents: await collection.find().toArray(), indexes: await collection.indexes() }]
  })
  return Object.fromEntries(await Promise.all(contents)) as Record<string, unknown>
}

it('creates a database that no migration would change', async () => {
  const uri = ownDatabase()
  const client = new mongo.MongoClient(uri)
  onTestFinished(() => client.close())
  const db = client.db()
  const ran: string[] = []
  const prepare = () => prepareDatabase(uri, systemClock, (name) => ran.push(name))
  const contentWithoutTimes = async () => {
    const content = await contentOf(db)
    const steps = await db.collection('migrations').find().project({ name: 1 }).sort({ _id: 1 }).toArray()
    return { ...content, migrations: steps }
  }

  await prepare()
  expect(ran).toEqual([])
  const created = await contentWithoutTimes()
  expect(created.migrations).not.toEqual([])
  await db.collection('migrations').deleteMany({})
  await prepare()
  expect(ran.length).toBeGreaterThan(20)
  // An empty search index is the same as none.
  await db.collection('searchState').deleteOne({ 'value.segments': { $size: 0 } })
  expect(await contentWithoutTimes()).toEqual(created)
})

it('refuses a database with the first edition of the log in one sentence, and leaves it unchanged', async () => {
  const uri = ownDatabase()
  const client = new mongo.MongoClient(uri)
  onTestFinished(() => client.close())
  const db = client.db()
  await db.collection('threadEvents').createIndexes(FIRST_EDITION_INDEXES)
  await db.collection('threadEvents').insertOne(FIRST_EDITION_EVENT)
  await db.collection('posts').insertOne({ _id: 26 as never, content: FIRST_EDITION_EVENT.post.content })
  const before = await contentOf(db)

  const { code, output } = await refusedStart({ MONGODB_URI: uri, SEED: 'none' })
  expect(output).toMatch(/^This database was written by a version from before the first release .*\n$/)
  expect(code).toBe(1)
  expect(await contentOf(db)).toEqual(before)
})

it('keeps the read states of an older forum, also if its upgrade was interrupted', async () => {
  const uri = ownDatabase()
  const client = new mongo.MongoClient(uri)
  onTestFinished(() => client.close())
  const db = client.db()
  const state = { threadId: 5, lastReadNumber: 3, isWatching: true, isBookmarked: false }
  const states = [7, 8].map((userId) => ({ ...state, _id: `${userId}:5` as never, userId }))
  await db.collection('readings').insertMany(states)
  // The interrupted upgrade had copied the first one.
  await db.collection('readStates').insertMany(states.slice(0, 1))
  await prepareDatabase(uri, systemClock, () => undefined)
  expect(await db.collection('readStates').find().sort({ _id: 1 }).toArray()).toEqual(states)
  expect(await db.listCollections({ name: 'readings' }).toArray()).toEqual([])
})
