import type { Model } from 'mongoose'
import type { Migration } from '../platform/migrations'
import type { MemberDoc } from './members.model'
import { namePartsOf } from './names'

const BATCH = 500

/** Adds search terms to members who were created before display names could be searched. */
export const nameSearchMigration = (db: { members: Model<MemberDoc> }): Migration => ({
  id: 2,
  name: 'make display names searchable',
  async run() {
    const { collection } = db.members
    const found = collection
      .find({ nameParts: { $exists: false } }, { projection: { displayName: 1 } })
      .batchSize(BATCH)
    let updates: Parameters<typeof collection.bulkWrite>[0][number][] = []
    const write = async () => {
      if (updates.length > 0) await collection.bulkWrite(updates, { ordered: false })
      updates = []
    }
    for await (const member of found) {
      const { _id, displayName } = member as unknown as MemberDoc
      const nameParts = namePartsOf(displayName)
      updates.push({
        updateOne: {
          filter: { _id: _id as never, nameParts: { $exists: false } },
          update: { $set: { nameParts } },
        },
      })
      if (updates.length === BATCH) await write()
    }
    await write()
  },
})
