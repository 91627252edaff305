import type { MemberDoc } from '../members'
import type { Migration } from '../platform/mongo/migrations'
import type { Collection } from '../platform/mongo/model'
import type { MessageCollections } from './collections'
import { entryId } from './mailboxes.service'
import { partiesOf } from './messages.model'
import { searchTerms } from './search-terms'

const BATCH = 500

/** Replaces the search terms of messages that were indexed before texts were folded as they are now. */
export const messageTermsMigration = (
  db: MessageCollections & { members: Collection<MemberDoc> },
): Migration => ({
  // 28 did the same when characters folded to any length.
  id: 42,
  name: 'make messages searchable in every script',
  async run() {
    for (let after = 0; ;) {
      const messages = await db.messages
        .find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: BATCH })
        .toArray()
      const last = messages.at(-1)
      if (!last) return
      after = last._id
      const parties = messages.flatMap(partiesOf)
      const members = await db.members
        .find({ _id: { $in: parties } }, { projection: { displayName: 1, username: 1 } })
        .toArray()
      const nameOf = new Map(members.map(({ _id, displayName, username }) => [_id, [displayName, username]]))
      await db.mailboxEntries.bulkWrite(
        messages.flatMap((message) => {
          const { _id, subject, content, version } = message
          const names = partiesOf(message).flatMap((id) => nameOf.get(id) ?? [])
          const terms = searchTerms([...names, subject, content])
          return partiesOf(message).map((ownerId) => ({
            updateOne: {
              // An entry that was changed since has its terms already.
              filter: { _id: entryId(ownerId, _id), version, isDeleted: false },
              update: { $set: { terms } },
            },
          }))
        }),
        { ordered: false },
      )
    }
  },
})
