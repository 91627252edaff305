import type { Connection, mongo } from 'mongoose'
import { insertAll } from '../../platform/mongo/database'
import { RESTORING } from '../../platform/mongo/migrations'
import type { BackupBatch } from './backup-reader'

/** Fills an empty database from a backup, before its indexes are built. */
export class BackupLoader {
  private readonly db: mongo.Db

  constructor(connection: Connection) {
    this.db = connection.getClient().db(connection.name)
  }

  /** Returns true if no collection has a document. */
  async isEmpty(): Promise<boolean> {
    for (const { name } of await this.db.listCollections({}, { nameOnly: true }).toArray()) {
      if ((await this.db.collection(name).findOne({})) !== null) return false
    }
    return true
  }

  /** From now on, no forum starts on this database until `end` is called. */
  async begin(): Promise<void> {
    await this.marks.insertOne(RESTORING)
  }

  async load({ collection, documents, replaces }: BackupBatch): Promise<void> {
    const into = this.db.collection(collection)
    if (!replaces) return insertAll(into, documents)
    if (documents.length === 0) return
    await into.bulkWrite(
      documents.map((document) => ({
        replaceOne: { filter: { _id: document._id as never }, replacement: document, upsert: true },
      })),
    )
  }

  async end(): Promise<void> {
    await this.marks.deleteOne({ _id: RESTORING._id })
  }

  private get marks() {
    return this.db.collection<{ _id: number; name: string }>('migrations')
  }
}
