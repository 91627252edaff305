import { insertAll } from '../platform/database'
import type { MessageCollections } from './collections'
import type { MessageDelivery } from './message-delivery.service'
import type { MessageDoc } from './messages.model'

/** A message to load, with what its recipient has done with it since. */
export type PastMessage = Pick<
  MessageDoc,
  '_id' | 'senderId' | 'recipientId' | 'subject' | 'content' | 'parentId' | 'createdAt' | 'readAt'
>

/** Inserts past messages with everything derived from them, into a forum that is not in use yet. */
export async function loadMessages(
  db: MessageCollections,
  delivery: MessageDelivery,
  past: readonly PastMessage[],
): Promise<void> {
  const messages = past.map((message): MessageDoc => ({
    ...message,
    editedAt: null,
    deletedBySender: false,
    deletedByRecipient: false,
    version: 1,
  }))
  await insertAll(db.messages, messages)
  for (const message of messages) await delivery.derive(message)
}
