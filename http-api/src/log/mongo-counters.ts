import type { mongo } from 'mongoose'
import { DURABLE } from '../platform/mongo/database'
import { GroupedWork } from '../platform/work/grouped-work'
import {
  BREAKDOWNS,
  counterKey,
  TOTALS,
  type CounterKey,
  type CounterNumbers,
  type CounterSubject,
  type LogEvent,
} from './log-event'
import type { Addition, Correction, CounterState } from './log-store'
import type { MongoWrites, ProjectionWrite } from './mongo-writes'
import { pendingFor } from './thread-event-indexes'

/** Where the counters of a subject are stored. */
export interface CounterLocation {
  collection: string
  /** The fields of the numbers; a number without a field is not stored. */
  fields: Partial<Record<keyof CounterNumbers, string>>
}

/** Counters that one command reads or writes: a thread of thousands of authors touches as many. */
const COUNTERS_AT_ONCE = 500

type EventDoc = LogEvent<object, object>

/** The counters of boards and members, which follow from the log. */
export class MongoCounters {
  protected readonly events: mongo.Collection<EventDoc>
  private readonly additions = new GroupedWork((additions: Addition[]) => this.addAll(additions))

  constructor(
    db: mongo.Db,
    private readonly counted: {
      counters: Record<CounterSubject, CounterLocation>
      recount(keys: readonly CounterKey[]): Promise<Map<CounterKey, CounterNumbers>>
    },
    protected readonly writes: MongoWrites,
  ) {
    this.events = db.collection<EventDoc>('threadEvents')
  }

  async counters(keys: readonly CounterKey[]): Promise<Map<CounterKey, CounterState>> {
    const found = new Map<CounterKey, CounterState>()
    await Promise.all(
      (['board', 'member'] as const).map(async (subject) => {
        const ids = keysOf(keys, subject).map(idOf)
        if (ids.length === 0) return
        const { collection, fields } = this.counted.counters[subject]
        const projection = Object.fromEntries(
          ['epoch', 'revision', 'marks', ...Object.values(fields)].map((field) => [field, 1]),
        )
        for (let i = 0; i < ids.length; i += COUNTERS_AT_ONCE) {
          const docs = await this.writes
            .collection(collection)
            .find({ _id: { $in: ids.slice(i, i + COUNTERS_AT_ONCE) } }, { projection })
            .toArray()
          for (const doc of docs) {
            const state = stateOf(`${subject}:${Number(doc._id)}`, doc, fields)
            found.set(state.key, state)
          }
        }
      }),
    )
    return found
  }

  /** Additions of several callers go together in one command, so that those to a busy board conflict less. */
  add(additions: readonly Addition[]): Promise<boolean[]> {
    return this.additions.run(additions)
  }

  private addAll(additions: readonly Addition[]): Promise<boolean[]> {
    return this.changeAll(additions.map((addition) => this.addOne(addition)))
  }

  /** Returns for each write whether it matched a counter. */
  private async changeAll(writes: readonly ProjectionWrite[]): Promise<boolean[]> {
    const matched: boolean[] = []
    for (let i = 0; i < writes.length; i += COUNTERS_AT_ONCE)
      matched.push(...(await this.changeSome(writes.slice(i, i + COUNTERS_AT_ONCE))))
    return matched
  }

  private async changeSome(writes: readonly ProjectionWrite[]): Promise<boolean[]> {
    if (await this.writes.canCrossCollections()) return this.writes.acrossCollections(writes)
    return Promise.all(
      writes.map(async ({ collection, filter, update }) => {
        const { matchedCount } = await this.writes.collection(collection).updateOne(filter, update, {
          writeConcern: DURABLE,
        })
        return matchedCount > 0
      }),
    )
  }

  private addOne({ key, epoch, threadId, from, to, sum }: Addition): ProjectionWrite {
    const { collection, fields } = this.locationOf(key)
    return {
      collection,
      filter: { _id: idOf(key), epoch, [`marks.${threadId}`]: { $not: { $gte: from } } },
      update: { $inc: { ...incrementsOf(sum, fields), revision: 1 }, $set: { [`marks.${threadId}`]: to } },
      upsert: false,
    }
  }

  async evict(key: CounterKey, epoch: number, marks: ReadonlyMap<number, number>): Promise<void> {
    const paths = [...marks].map(([threadId, mark]) => [`marks.${threadId}`, mark] as const)
    const filter = { _id: idOf(key), epoch, ...Object.fromEntries(paths) }
    const update = {
      $unset: Object.fromEntries(paths.map(([path]) => [path, ''])),
      $inc: { epoch: 1, revision: 1 },
    }
    await this.writes.collection(this.locationOf(key).collection).updateOne(filter, update, {
      writeConcern: DURABLE,
    })
  }

  async lowestUncounted(threadIds: readonly number[]): Promise<Map<number, number>> {
    const lowest = await this.events
      .aggregate<{ _id: number; seq: number }>([
        { $match: { ...pendingFor('count'), threadId: { $in: [...threadIds] } } },
        { $group: { _id: '$threadId', seq: { $min: '$seq' } } },
      ])
      .toArray()
    return new Map(lowest.map(({ _id, seq }) => [_id, seq]))
  }

  recount(keys: readonly CounterKey[]): Promise<Map<CounterKey, CounterNumbers>> {
    return this.counted.recount(keys)
  }

  async uncounted(keys: readonly CounterKey[]): Promise<Set<CounterKey>> {
    const asked = new Set(keys)
    const found = new Set<CounterKey>()
    const $or = (['board', 'member'] as const).map((subject) => ({
      counts: { $elemMatch: { subject, id: { $in: keysOf(keys, subject).map(idOf) } } },
    }))
    const waiting = this.events.find({ ...pendingFor('count'), $or }, { projection: { counts: 1 } })
    for await (const { counts } of waiting) {
      for (const key of counts.map(counterKey)) if (asked.has(key)) found.add(key)
    }
    return found
  }

  setCounters(corrections: readonly Correction[]): Promise<boolean[]> {
    return this.changeAll(corrections.map((correction) => this.setOne(correction)))
  }

  private setOne({ key, revision, numbers }: Correction): ProjectionWrite {
    const { collection, fields } = this.locationOf(key)
    const set: Record<string, unknown> = {}
    for (const name of TOTALS) if (fields[name]) set[fields[name]] = numbers[name] ?? 0
    for (const name of BREAKDOWNS) if (fields[name]) set[fields[name]] = numbers[name] ?? {}
    return {
      collection,
      filter: { _id: idOf(key), revision },
      update: { $set: set, $inc: { revision: 1 } },
      upsert: false,
    }
  }

  private locationOf(key: CounterKey): CounterLocation {
    return this.counted.counters[subjectOf(key)]
  }
}

const keysOf = (keys: readonly CounterKey[], subject: CounterSubject) =>
  keys.filter((key) => subjectOf(key) === subject)
const subjectOf = (key: CounterKey) => (key.startsWith('board:') ? 'board' : 'member')
const idOf = (key: CounterKey) => Number(key.slice(key.indexOf(':') + 1))

function incrementsOf(sum: CounterNumbers, fields: CounterLocation['fields']): Record<string, number> {
  const increments: Record<string, number> = {}
  for (const name of TOTALS) {
    const field = fields[name]
    if (field !== undefined && sum[name] !== undefined) increments[field] = sum[name]
  }
  for (const name of BREAKDOWNS) {
    const field = fields[name]
    if (field === undefined) continue
    for (const [part, number] of Object.entries(sum[name] ?? {})) increments[`${field}.${part}`] = number
  }
  return increments
}

function stateOf(
  key: CounterKey,
  doc: Record<string, unknown>,
  fields: CounterLocation['fields'],
): CounterState {
  const numbers = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, doc[field]]),
  ) as CounterNumbers
  const marks = Object.entries((doc.marks ?? {}) as Record<string, number>)
  return {
    key,
    epoch: Number(doc.epoch ?? 0),
    revision: Number(doc.revision ?? 0),
    marks: new Map(marks.map(([threadId, mark]) => [Number(threadId), mark])),
    numbers,
  }
}
