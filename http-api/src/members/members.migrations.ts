import type { Clock } from '@forum/shared/clock'
import type { Connection, mongo } from 'mongoose'
import type { Migration } from '../platform/mongo/migrations'
import type { Collection } from '../platform/mongo/model'
import type { MemberDoc } from './members.model'
import { storedNames } from './name-keys'
import { namePartsOf } from './names'

const BATCH = 500

/** Adds search terms to members whose display names were stored before they could be searched in every script. */
export const nameSearchMigration = (db: { members: Collection<MemberDoc> }): Migration => ({
  // 11 did the same before scripts were folded, 27 when characters folded to any length.
  id: 43,
  name: 'make display names searchable in every script',
  async run() {
    const found = db.members.find({}, { projection: { displayName: 1 } }).batchSize(BATCH)
    let updates: mongo.AnyBulkWriteOperation<MemberDoc>[] = []
    const write = async () => {
      if (updates.length > 0) await db.members.bulkWrite(updates, { ordered: false })
      updates = []
    }
    for await (const { _id, displayName } of found) {
      const nameParts = await namePartsOf(displayName)
      updates.push({
        updateOne: {
          // A name that was changed since has its terms already.
          filter: { _id, displayName },
          update: { $set: { nameParts } },
        },
      })
      if (updates.length === BATCH) await write()
    }
    await write()
  },
})

/**
 * Counts the addresses of earlier versions as verified, as they were treated until now (docs/decisions/0050): otherwise
 * no existing member could have a new password mailed.
 */
export const verifiedAddressesMigration = (
  db: { members: Collection<MemberDoc> },
  clock: Clock,
): Migration => ({
  id: 62,
  name: 'count earlier addresses as verified',
  async run() {
    await db.members.updateMany(
      { email: { $ne: '' }, emailVerifiedAt: { $exists: false }, status: { $ne: 'deleted' } },
      { $set: { emailVerifiedAt: clock.now() } },
    )
  },
})

/** Removes the addresses of sign-ins that were stored without their times, so that their age is unknown. */
export const timelessAddressesMigration = (connection: Connection): Migration => ({
  id: 31,
  name: 'remove addresses of sign-ins of unknown age',
  async run() {
    const users = connection.getClient().db(connection.name).collection('users')
    await users.updateMany({ signInAddresses: { $exists: true } }, { $unset: { signInAddresses: 1 } })
  },
})

/** Stores what names are compared by with members of earlier versions. */
export const nameKeysMigration = (db: { members: Collection<MemberDoc> }): Migration => ({
  // 36 did the same before invisible letters were left out and names with signs had two keys.
  id: 46,
  name: 'find names that look alike',
  async run() {
    const filter = { status: { $ne: 'deleted' as const } }
    const found = db.members.find(filter, { projection: { username: 1, displayName: 1 } }).batchSize(BATCH)
    let updates: mongo.AnyBulkWriteOperation<MemberDoc>[] = []
    const write = async () => {
      if (updates.length > 0) await db.members.bulkWrite(updates, { ordered: false })
      updates = []
    }
    for await (const { _id, username, displayName } of found) {
      const { nameKeys } = await storedNames(username, displayName)
      updates.push({ updateOne: { filter: { _id, username, displayName }, update: { $set: { nameKeys } } } })
      if (updates.length === BATCH) await write()
    }
    await write()
  },
})
