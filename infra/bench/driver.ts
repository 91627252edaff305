import { MongoClient } from 'mongodb'
import type { LoadResult } from './load'
import { createRandom } from './random'

/** The baseline of calls that need the database: the driver alone, on the same engine. */
export class DriverFloor {
  private readonly client: MongoClient
  private nextId = 0

  constructor(uri: string) {
    this.client = new MongoClient(uri, { maxPoolSize: 32 })
  }

  /** Runs small reads by id in `width` concurrent loops. */
  async read(width: number, seconds: number): Promise<LoadResult> {
    const collection = this.client.db('bench').collection<{ _id: number; text: string }>('read')
    if (!(await collection.findOne({ _id: 0 }))) {
      const documents = Array.from({ length: 1_000 }, (_, _id) => ({ _id, text: 'x'.repeat(200) }))
      await collection.insertMany(documents)
    }
    const random = createRandom(5)
    return repeat(width, seconds, () => collection.findOne({ _id: random.below(1_000) }))
  }

  /** Inserts documents of about an event's size one after the other, each journaled before the next. */
  insert(seconds: number): Promise<LoadResult> {
    return repeat(1, seconds, () => this.insertDurably())
  }

  /** Inserts one such document and returns how long it took, in milliseconds. */
  async insertOnce(): Promise<number> {
    const startedAt = performance.now()
    await this.insertDurably()
    return performance.now() - startedAt
  }

  private async insertDurably(): Promise<void> {
    await this.client
      .db('bench')
      .collection<{ _id: string; text: string }>('insert')
      .insertOne(
        { _id: `${process.pid}:${this.nextId++}`, text: 'x'.repeat(600) },
        { writeConcern: { w: 'majority', journal: true } },
      )
  }

  async close(): Promise<void> {
    await this.client
      .db('bench')
      .dropCollection('insert')
      .catch(() => false)
    await this.client
      .db('bench')
      .dropCollection('read')
      .catch(() => false)
    await this.client.close()
  }
}

async function repeat(width: number, seconds: number, work: () => Promise<unknown>): Promise<LoadResult> {
  const times: number[] = []
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  const loop = async () => {
    for (let before = performance.now(); before < end;) {
      await work()
      const after = performance.now()
      times.push(after - before)
      before = after
    }
  }
  await Promise.all(Array.from({ length: width }, loop))
  return {
    requests: times.length,
    seconds: (performance.now() - startedAt) / 1_000,
    ...percentiles(times),
    failed: 0,
  }
}

export function percentiles(times: readonly number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}
