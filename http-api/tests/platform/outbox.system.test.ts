import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import type { Connection } from 'mongoose'
import { collections } from '../../src/collections'
import { connect } from '../../src/platform/mongo/database'
import { defineCollection, field } from '../../src/platform/mongo/model'
import { carriersOf, Outbox, withOverdueWork, type Finishers } from '../../src/platform/work/outbox'
import {
  finishNow,
  UNFINISHED_INDEX,
  unfinishedWork,
  withWork,
  type Work,
} from '../../src/platform/work/unfinished'
import { prepareDatabase } from '../../src/prepare-database'

interface LetterWork extends Work<'letter'> {
  text: string
}
type BillWork = Work<'bill'>

const houseCollection = defineCollection(
  'houses',
  { _id: field.number, letters: field.listOf(field.string), ...unfinishedWork<LetterWork>() },
  [UNFINISHED_INDEX],
)
const shopCollection = defineCollection('shops', { _id: field.string, ...unfinishedWork<BillWork>() }, [
  UNFINISHED_INDEX,
])
const open = (connection: Connection) => ({
  houses: houseCollection(connection),
  shops: shopCollection(connection),
})
type Db = ReturnType<typeof open>

const NOW = new Date('2026-01-01T12:00:00Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)
const letter = (id: string, since = NOW): LetterWork => ({ id, kind: 'letter', since, text: id })

let connection: Connection
let db: Db
let failures: string[]
let delivered: string[]

beforeEach(async () => {
  connection = await connect(`${inject('mongodb')}/outbox?directConnection=true&journal=true`)
  db = open(connection)
  for (const collection of Object.values(db)) await collection.deleteMany({})
  failures = []
  delivered = []
})
afterEach(() => connection.close())

/** A process; its letters arrive once, however often they are delivered. */
const startProcess = (finishers: Partial<Finishers<Db>> = {}) =>
  new Outbox<Db>({
    connection,
    finishers: {
      letter: async ({ id, text }, _id) => {
        delivered.push(`${_id} ${id}`)
        await db.houses.updateOne({ _id }, { $addToSet: { letters: text } })
      },
      bill: (_, _id) => Promise.resolve(delivered.push(_id)),
      ...finishers,
    },
    inBackground: () => undefined,
    onFailure: (kind) => () => failures.push(kind),
  })
const left = async () => (await db.houses.find({}).toArray()).flatMap(({ unfinished = [] }) => unfinished)

it('finishes once in another process what one left that died after its write', async () => {
  // The process that writes this dies before it finishes it.
  await db.houses.updateOne({ _id: 1 }, withWork({}, letter('a')), { upsert: true })
  const other = startProcess()
  await other.sweep(at(4_999))
  expect(delivered).toEqual([])
  await other.sweep(at(5_000))
  await other.sweep(at(7_000))
  expect(delivered).toEqual(['1 a'])
  expect(await left()).toEqual([])
})

it('leaves a document as one process would when several finish its work at once', async () => {
  await db.houses.insertOne({ _id: 1, letters: [], unfinished: [letter('a'), letter('b')] })
  await Promise.all([startProcess(), startProcess()].map((process) => process.sweep(at(10_000))))
  expect((await db.houses.findOne({ _id: 1 }))?.letters).toEqual(['a', 'b'])
  expect(await left()).toEqual([])
})

it('does not finish again what its own process has finished', async () => {
  await db.houses.insertOne({ _id: 1, letters: [], unfinished: [letter('a'), letter('b')] })
  const target = { carrier: db.houses, _id: 1, ids: ['a'] }
  expect(
    await finishNow(
      target,
      () => Promise.resolve('sent'),
      () => expect.unreachable(),
    ),
  ).toBe('sent')
  const failing = { ...target, ids: ['b'] }
  const error = new Error('the bus is away')
  expect(
    await finishNow(
      failing,
      () => Promise.reject(error),
      (e) => failures.push(String(e)),
    ),
  ).toBeNull()
  expect(failures).toEqual(['Error: the bus is away'])
  await startProcess().sweep(at(10_000))
  expect(delivered).toEqual(['1 b'])
})

it('finishes the oldest work first, in every collection, and only what is overdue', async () => {
  await db.houses.insertMany([
    { _id: 1, letters: [], unfinished: [letter('new', at(8_000)), letter('old')] },
    { _id: 2, letters: [], unfinished: [letter('older', at(-1_000))] },
    { _id: 3, letters: [], unfinished: [] },
    { _id: 4, letters: [] },
  ])
  await db.shops.insertOne({ _id: 'tea', unfinished: [{ id: 'x', kind: 'bill', since: NOW }] })
  await startProcess().sweep(at(10_000))
  expect(delivered.filter((one) => one !== 'tea')).toEqual(['2 older', '1 old'])
  expect(delivered).toContain('tea')
  expect((await left()).map(({ id }) => id)).toEqual(['new'])
})

it('finishes work that a clock which ran ahead has stamped', async () => {
  await db.houses.insertOne({ _id: 1, letters: [], unfinished: [letter('ahead', at(60_000))] })
  await startProcess().sweep(NOW)
  expect(delivered).toEqual(['1 ahead'])
})

it('keeps work that fails or is not done yet, and finishes the rest', async () => {
  await db.houses.insertOne({ _id: 1, letters: [], unfinished: ['a', 'b', 'c'].map((id) => letter(id)) })
  const process = startProcess({
    letter: ({ id }) => (id === 'a' ? Promise.reject(new Error('no')) : Promise.resolve(id !== 'b')),
  })
  await process.sweep(at(10_000))
  expect(failures).toEqual(['letter'])
  expect((await left()).map(({ id }) => id)).toEqual(['a', 'b'])
})

it('lets no slow kind delay another, and starts nothing twice', async () => {
  await db.houses.insertOne({ _id: 1, letters: [], unfinished: [letter('a')] })
  await db.shops.insertOne({ _id: 'tea', unfinished: [{ id: 'x', kind: 'bill', since: NOW }] })
  let goOn = () => {}
  let started = 0
  const gate = new Promise<void>((resolve) => (goOn = resolve))
  let noteBilled = () => {}
  const billed = new Promise<void>((resolve) => (noteBilled = resolve))
  const process = startProcess({
    letter: () => {
      started++
      return gate
    },
    bill: () => Promise.resolve(noteBilled()),
  })
  const sweeps = [process.sweep(at(10_000)), process.sweep(at(10_000))]
  await billed
  goOn()
  await Promise.all(sweeps)
  expect(started).toBe(1)
  expect(await left()).toEqual([])
})

it('reports work of a kind that only a later version knows, and keeps it', async () => {
  const unknown = { ...letter('a'), kind: 'parcel' } as unknown as LetterWork
  await db.houses.insertOne({ _id: 1, letters: [], unfinished: [unknown] })
  await startProcess().sweep(at(10_000))
  expect(failures).toEqual(['parcel'])
  expect(await left()).toHaveLength(1)
})

it('does not compile without a finisher of each kind that documents carry', () => {
  // @ts-expect-error nothing finishes bills
  const finishers: Finishers<Db> = { letter: () => Promise.resolve() }
  expect(Object.keys(finishers)).toEqual(['letter'])
})

it('finds the unfinished work of every collection of the forum by an index', async () => {
  const uri = `${inject('mongodb')}/outbox-indexes?directConnection=true&journal=true`
  await prepareDatabase(uri, { now: () => NOW }, () => undefined)
  const forum = await connect(uri)
  try {
    collections(forum)
    const carriers = carriersOf(forum)
    expect(carriers.length).toBeGreaterThanOrEqual(10)
    const database = forum.getClient().db(forum.name)
    for (const name of carriers) {
      const plan = JSON.stringify(await database.collection(name).find(withOverdueWork(NOW)).explain())
      expect(plan, name).toContain('unfinished.since_1')
      expect(plan, name).not.toContain('COLLSCAN')
    }
  } finally {
    await forum.close()
  }
})
