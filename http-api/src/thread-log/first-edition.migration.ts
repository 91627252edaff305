import type { Migration } from '../platform/migrations'
import type { ThreadLogCollections } from './collections'

/** The database contains a log in a format that was never released. */
class FirstEditionLogError extends Error {
  override readonly name = 'FirstEditionLogError'
}

/**
 * Refuses a log of the first edition, whose events the current one cannot deliver
 * (docs/decisions/0014-the-log-as-stored.md). Nothing is changed or deleted.
 */
export const firstEditionMigration = (db: Pick<ThreadLogCollections, 'threadEvents'>): Migration => ({
  id: 10,
  name: 'look for events of an unreleased shape',
  async run() {
    const found = await db.threadEvents.collection.findOne({ counted: { $exists: true } })
    if (!found) return
    throw new FirstEditionLogError(
      'This database was written by a version from before the first release, and cannot be upgraded. ' +
        'Nothing was changed. Start with another database. ' +
        '此数据库由首个发布版之前的版本写入，无法升级。数据未作任何改动，请换用另一个数据库启动。',
    )
  },
})
