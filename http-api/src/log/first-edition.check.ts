import { UnusableDatabaseError, type DatabaseCheck } from '../platform/mongo/migrations'
import type { ThreadLogCollections } from './collections'

/**
 * Refuses a log of the first edition, whose events the current one cannot deliver
 * (docs/decisions/0014-the-log-as-stored.md).
 */
export const firstEditionCheck = (db: Pick<ThreadLogCollections, 'threadEvents'>): DatabaseCheck => ({
  id: 10,
  name: 'look for events of an unreleased shape',
  async run() {
    const found = await db.threadEvents.findOne({ counted: { $exists: true } })
    if (!found) return
    throw new UnusableDatabaseError(
      'This database was written by a version from before the first release and cannot be upgraded; nothing in it was ' +
        'changed. Start with another DATA_DIR or MONGODB_URI. ' +
        '此数据库由首个发布版之前的版本写入，无法升级；数据未作任何改动。请换用另一个 DATA_DIR 或 MONGODB_URI 启动。',
    )
  },
})
