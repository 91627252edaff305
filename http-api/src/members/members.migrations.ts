import type { Model } from 'mongoose'
import type { Migration } from '../platform/migrations'
import type { MemberDoc } from './members.model'
import { namePartsOf } from './names'

const BATCH = 500

/** Adds search terms to members whose display names were stored before they could be searched, by pinyin too. */
export const nameSearchMigration = (db: { members: Model<MemberDoc> }): Migration => ({
  id: 11,
  name: 'make display names searchable by characters and pinyin',
  async run() {
    const { collection } = db.members
    const found = collection.find({}, { projection: { displayName: 1 } }).batchSize(BATCH)
    let updates: Parameters<typeof collection.bulkWrite>[0][number][] = []
    const write = async () => {
      if (updates.length > 0) await collection.bulkWrite(updates, { ordered: false })
      updates = []
    }
    for await (const member of found) {
      const { _id, displayName } = member as unknown as MemberDoc
      const nameParts = await namePartsOf(displayName)
      updates.push({
        updateOne: {
          // A name that was changed since has its terms already.
          filter: { _id: _id as never, displayName },
          update: { $set: { nameParts } },
        },
      })
      if (updates.length === BATCH) await write()
    }
    await write()
  },
})
