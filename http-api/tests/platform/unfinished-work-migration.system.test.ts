import { expect, inject, it } from 'vitest'
import { connect } from '../../src/platform/mongo/database'
import { collectFormerWork, unfinishedWorkMigration } from '../../src/unfinished-work.migration'

const since = new Date('2026-01-01T12:00:00Z')
const event = { id: 'e1', at: since, name: 'message:created', userIds: [1, 2] }
const act = { key: 'k1', at: since, action: 'mute_user' }

/** A document before and after the migration, by its collection. */
const DOCUMENTS = {
  messages: [
    { _id: 1, pending: { since, events: [event] } },
    {
      _id: 1,
      unfinished: [{ id: 'e1', kind: 'message', since, name: 'message:created', userIds: [1, 2] }],
    },
  ],
  boards: [
    { _id: 1, unlogged: [act], unloggedSince: since },
    { _id: 1, unfinished: [{ id: 'k1', kind: 'act', since, act }] },
  ],
  users: [
    { _id: 1, unlogged: [act], unloggedSince: since, unlistedSince: since, unlistedTexts: '签名' },
    {
      _id: 1,
      unfinished: expect.arrayContaining([
        { id: 'k1', kind: 'act', since, act },
        { id: 'profile', kind: 'profile', since, text: '签名' },
      ]) as unknown,
    },
  ],
  discipline: [
    { _id: 'd1', notifyingSince: since },
    { _id: 'd1', unfinished: [{ id: 'notice', kind: 'discipline_notice', since }] },
  ],
  cases: [
    { _id: 1, settled: { key: 's1' }, notifyingSince: since, unlisted: [7, 8], unlistedSince: since },
    {
      _id: 1,
      settled: { key: 's1' },
      unfinished: expect.arrayContaining([
        { id: 'notice:s1', kind: 'case_notice', since, settlement: 's1' },
        { id: 'report:7', kind: 'report', since, reportId: 7 },
        { id: 'report:8', kind: 'report', since, reportId: 8 },
      ]) as unknown,
    },
  ],
  purges: [
    { _id: 1, at: since, isActive: true },
    { _id: 1, at: since, isActive: true, unfinished: [{ id: 'purge', kind: 'purge', since }] },
  ],
} as const

const OTHERS = ['announcements', 'wordLists', 'siteSettings', 'invitations']

it('carries over what earlier versions left unfinished', async () => {
  const connection = await connect(`${inject('mongodb')}/unfinished?directConnection=true&journal=true`)
  try {
    const database = connection.getClient().db(connection.name)
    const collection = (name: string) => database.collection<{ _id: number | string }>(name)
    for (const [name, [before]] of Object.entries(DOCUMENTS)) {
      await collection(name).insertMany([before, { _id: 99 }])
    }
    const more = [
      { _id: 2, unlistedSince: since },
      { _id: 3, erasingSince: since },
    ]
    await collection('users').insertMany(more)
    await unfinishedWorkMigration(connection).run()
    // It may die before it is recorded, and then runs again.
    await unfinishedWorkMigration(connection).run()
    for (const [name, [{ _id }, after]] of Object.entries(DOCUMENTS)) {
      const found = await collection(name).findOne({ _id })
      expect(found).toEqual(after)
      expect(await collection(name).findOne({ _id: 99 })).toEqual({ _id: 99 })
    }
    expect(
      await collection('users')
        .find({ _id: { $in: [2, 3] } }, { sort: { _id: 1 } })
        .toArray(),
    ).toEqual([
      { _id: 2, unfinished: [{ id: 'registration', kind: 'registration', since }] },
      { _id: 3, unfinished: [{ id: 'erasure', kind: 'erasure', since }] },
    ])
  } finally {
    await connection.close()
  }
})

it('carries over what a process of the version before leaves while both versions serve', async () => {
  const connection = await connect(`${inject('mongodb')}/unfinished-2?directConnection=true&journal=true`)
  try {
    const database = connection.getClient().db(connection.name)
    const collection = (name: string) => database.collection<{ _id: number | string }>(name)
    for (const name of [...Object.keys(DOCUMENTS), ...OTHERS]) await database.createCollection(name)
    const indexes = { messages: 'pending.since', users: 'unlistedSince' }
    for (const [name, field] of Object.entries(indexes)) {
      await collection(name).createIndex(
        { [field]: 1 },
        { partialFilterExpression: { [field]: { $exists: true } } },
      )
    }
    await unfinishedWorkMigration(connection).run()

    const [message, carried] = DOCUMENTS.messages
    const [purge, active] = DOCUMENTS.purges
    const now = new Date(since.getTime() + 10_000)
    const recent = { _id: 2, unlistedSince: now }
    // An undone purge of this version says both.
    const undone = {
      _id: 2,
      at: since,
      isActive: true,
      unfinished: [{ id: 'purge', kind: 'purge', since: now }],
    }
    await collection('messages').insertOne(message)
    await collection('purges').insertMany([purge, undone])
    await collection('users').insertMany([{ _id: 1, unlistedSince: since }, recent])
    await collectFormerWork(connection, now)
    expect(await collection('messages').find().toArray()).toEqual([carried])
    expect(await collection('purges').find().sort({ _id: 1 }).toArray()).toEqual([active, undone])
    expect(await collection('users').find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, unfinished: [{ id: 'registration', kind: 'registration', since }] },
      recent,
    ])
  } finally {
    await connection.close()
  }
})
