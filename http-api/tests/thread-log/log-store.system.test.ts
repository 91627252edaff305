import { randomUUID } from 'node:crypto'
import mongoose, { type Connection } from 'mongoose'
import { afterEach, inject } from 'vitest'
import type { CounterKey } from '../../src/log/log-event'
import { MongoLogStore, type Projections } from '../../src/log/mongo-log-store'
import { THREAD_EVENT_INDEXES } from '../../src/log/thread-event-indexes'
import { numbersOf, type SmallEvent, type SmallPost, type SmallThread } from './memory-store'
import { describeLogStore } from './store-suite'

const connections: Connection[] = []

async function open(oneBulk: boolean | undefined) {
  const uri = `${inject('mongodb')}/log_${randomUUID().slice(0, 8)}?directConnection=true&journal=true`
  const connection = await mongoose.createConnection(uri, { autoIndex: false, autoCreate: false }).asPromise()
  connections.push(connection)
  const { db } = connection
  if (!db) throw new Error('not connected')
  await db.collection('threadEvents').createIndexes([...THREAD_EVENT_INDEXES])
  const posts = db.collection<SmallPost & { _id: number; authorId: number }>('posts')
  const projections: Projections<SmallThread, SmallPost> = {
    threads: 'threads',
    documents: ({ kind, post }) => {
      if (!post) return []
      const { _id, ...set } = post
      return [{ collection: 'posts', _id, set, isNew: kind === 'post.created' }]
    },
    counters: {
      board: { collection: 'boards', fields: { posts: 'postCount', days: 'days' } },
      member: { collection: 'users', fields: { posts: 'postCount' } },
    },
    recount: async (keys) => {
      const visible = await posts.find({ isDeleted: false }).toArray()
      const threads = await db.collection<{ _id: number; boardId: number }>('threads').find({}).toArray()
      const boardOf = new Map(threads.map(({ _id, boardId }) => [_id, boardId]))
      const isOf = (key: CounterKey) => (post: (typeof visible)[number]) =>
        key === `member:${post.authorId}` || key === `board:${boardOf.get(post.threadId)}`
      return new Map(keys.map((key) => [key, numbersOf(visible.filter(isOf(key)))]))
    },
  }
  return {
    store: () =>
      new MongoLogStore<SmallThread, SmallPost>(db, projections, oneBulk === undefined ? {} : { oneBulk }),
    addCounter: async (key: string) => {
      const [subject, id] = key.split(':')
      const counter = { _id: Number(id), postCount: 0, days: {}, epoch: 0, revision: 0, marks: {} }
      await db.collection<{ _id: number }>(subject === 'board' ? 'boards' : 'users').insertOne(counter)
    },
    post: (postId: number) => posts.findOne({ _id: postId }),
    insertAlone: async (event: SmallEvent) => {
      await db.collection<SmallEvent>('threadEvents').insertOne({ ...event })
    },
  }
}

afterEach(async () => {
  for (const connection of connections.splice(0)) {
    await connection.dropDatabase().catch(() => undefined)
    await connection.close()
  }
})

describeLogStore('MongoDB', () => open(undefined))
describeLogStore('MongoDB before 8', () => open(false))
