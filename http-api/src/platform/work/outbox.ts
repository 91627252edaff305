import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import { notRecent, recentAt } from '../mongo/database-time'
import type { Collection } from '../mongo/model'
import type { InBackground } from './background-work'
import { removeWork, type Work } from './unfinished'

/** Work older than this by the database's time was left behind by its process. */
const OVERDUE_MS = 5_000
/** Number of documents of a collection whose work one sweep finishes. */
const SWEPT_AT_ONCE = 1_000

/** The work that documents of a collection carry, with the ids of these documents. */
type Carried<Doc> = Doc extends { _id: infer Id; unfinished?: (infer Left)[] }
  ? Left extends Work
    ? { kind: Left['kind']; work: Left; _id: Id }
    : never
  : never
type CarriedIn<Db> = {
  [Name in keyof Db]: Db[Name] extends Collection<infer Doc> ? Carried<Doc> : never
}[keyof Db]
type OfKind<Db, Kind> = Extract<CarriedIn<Db>, { kind: Kind }>

/**
 * The functions that finish each kind of work in documents of these collections. They must be repeatable. Work is
 * removed from its document afterwards, unless the result is false: then it is not done yet.
 */
export type Finishers<Db> = {
  readonly [Kind in CarriedIn<Db>['kind']]: (
    work: OfKind<Db, Kind>['work'],
    _id: OfKind<Db, Kind>['_id'],
    now: Date,
  ) => Promise<unknown>
}
/** A finisher, whatever its kind. */
export type Finisher = (work: never, _id: never, now: Date) => Promise<unknown>

/** Returns the condition of documents with work that was left behind. */
export const withOverdueWork = (now: Date) => ({
  'unfinished.0': { $exists: true },
  ...notRecent('unfinished.since', recentAt(now, OVERDUE_MS)),
})

interface Overdue {
  collection: string
  _id: number | string
  work: Work
}

/** Finishes what processes left behind that died, or that could not finish it at the time. */
export class Outbox<Db> {
  /** The kinds whose work is being finished: a slow one delays no other, and later sweeps wait for it. */
  private readonly finishing = new Map<string, Promise<void>>()
  /** The number of times that the work of a kind has been finished. */
  private endings = 0

  constructor(
    private readonly deps: {
      connection: Connection
      finishers: Finishers<Db>
      inBackground: InBackground
      /** Returns what reports a failure under the kind of its work. */
      onFailure: (kind: string) => (error: unknown) => void
    },
  ) {}

  /**
   * Finishes overdue work of up to 1,000 documents of each collection, the oldest of these first. A sort of all overdue
   * documents would not be served by their index.
   *
   * @param now the database's time
   */
  async sweep(now: Date): Promise<void> {
    const byKind = new Map<string, Overdue[]>()
    for (const overdue of await this.read(now)) {
      const { kind } = overdue.work
      byKind.set(kind, [...(byKind.get(kind) ?? []), overdue])
    }
    await Promise.all(
      [...byKind].map(([kind, all]) => {
        const finishing =
          this.finishing.get(kind) ??
          this.finishAll(kind, all, now).finally(() => {
            this.finishing.delete(kind)
            this.endings += 1
          })
        this.finishing.set(kind, finishing)
        this.deps.inBackground(finishing)
        return finishing
      }),
    )
  }

  private get database() {
    const { connection } = this.deps
    return connection.getClient().db(connection.name)
  }

  /** Reads overdue work, again if some was finished meanwhile: it may be in what was read. */
  private async read(now: Date): Promise<Overdue[]> {
    for (;;) {
      const before = this.endings
      const found = await this.find(now)
      if (this.endings === before) return found
    }
  }

  /** Reads the overdue work of all collections with one command. */
  private async find(now: Date): Promise<Overdue[]> {
    const { connection } = this.deps
    const isOverdue = withOverdueWork(now)
    const overdueIn = (collection: string) => [
      { $match: isOverdue },
      { $limit: SWEPT_AT_ONCE },
      { $unwind: '$unfinished' },
      { $match: { $or: isOverdue.$or } },
      { $project: { collection: { $literal: collection }, work: '$unfinished' } },
    ]
    const [first, ...others] = carriersOf(connection)
    if (first === undefined) return []
    const found = await this.database
      .collection(first)
      .aggregate<Overdue>(
        [...overdueIn(first), ...others.map((coll) => ({ $unionWith: { coll, pipeline: overdueIn(coll) } }))],
        { maxTimeMS: (connection.get('maxTimeMS') as number | undefined) ?? 0 },
      )
      .toArray()
    return found.sort((a, b) => a.work.since.getTime() - b.work.since.getTime())
  }

  private async finishAll(kind: string, all: readonly Overdue[], now: Date): Promise<void> {
    const { finishers, onFailure } = this.deps
    const finish = (finishers as Readonly<Record<string, Finisher>>)[kind]
    for (const { collection, _id, work } of all) {
      try {
        if (!finish) throw new Error(`nothing finishes work of the kind ${kind}`)
        const result = await finish(work as never, _id as never, now)
        if (result !== false) await removeWork(this.database.collection(collection), _id, [work.id])
      } catch (error) {
        onFailure(kind)(error)
      }
      // There may be much after the bus was unavailable for long, so this yields to members' calls.
      await wait(0)
    }
  }
}

/** Returns the names of the collections whose documents may carry unfinished work. */
export const carriersOf = ({ models }: Connection): string[] =>
  Object.entries(models).flatMap(([name, { schema }]) => (schema.path('unfinished') ? [name] : []))
