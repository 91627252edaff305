import { readStored, type FileStore } from '../../files'
import type { Collection } from '../../platform/mongo/model'
import type { ErasureDoc } from './erasures.model'

/** The file beside the uploads that names what was erased; it has no words, and nobody is served it. */
const FILE = 'erasures.json'

type Listed = Omit<ErasureDoc, 'at' | 'confirmedAt' | 'unfinished'> & { at: string; confirmedAt?: string }

/**
 * The list of erasures outside the database. A backup is older than the erasures that follow it, so its own list lacks
 * them; the store of files has them still.
 */
export class ErasureList {
  constructor(private readonly deps: { db: { erasures: Collection<ErasureDoc> }; store: FileStore }) {}

  /** Writes all confirmed erasures. */
  async write(): Promise<void> {
    const { db, store } = this.deps
    const erasures = new Map((await this.read()).map((one) => [one._id, one]))
    for await (const { unfinished: _, ...one } of db.erasures.find({ status: { $ne: 'asked' } }))
      erasures.set(one._id, JSON.parse(JSON.stringify(one)) as Listed)
    const bytes = Buffer.from(JSON.stringify([...erasures.values()]))
    await store.put(FILE, { bytes, type: 'application/json' })
  }

  /** Adds the erasures of the list to a restored database; returns those that it did not have, or not confirmed. */
  async restore(): Promise<ReadonlySet<number>> {
    const { erasures } = this.deps.db
    const missed = new Set<number>()
    for (const one of await this.read()) {
      const { _id, confirmedAt, ...listed } = one
      const erasure = {
        ...listed,
        at: new Date(one.at),
        ...(confirmedAt === undefined ? {} : { confirmedAt: new Date(confirmedAt) }),
        status: 'done' as const,
      }
      const before = await erasures.findOneAndUpdate({ _id }, { $set: erasure }, { upsert: true })
      if (before?.status !== 'done') missed.add(_id)
    }
    return missed
  }

  private async read(): Promise<Listed[]> {
    const bytes = await readStored(this.deps.store, FILE)
    return bytes === null ? [] : (JSON.parse(bytes.toString('utf8')) as Listed[])
  }
}
