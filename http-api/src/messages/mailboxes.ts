import { COUNT_MAX } from '@forum/shared/limits'
import type { MessageCollections } from './collections'

/** What of the messages each member has. */
export class Mailboxes {
  constructor(private readonly db: Pick<MessageCollections, 'mailboxEntries'>) {}

  /** Counts a member's unread messages; as in all lists, up to `COUNT_MAX`. */
  countUnread(ownerId: number): Promise<number> {
    return this.db.mailboxEntries.collection.countDocuments({ ownerId, isUnread: true }, { limit: COUNT_MAX })
  }
}
