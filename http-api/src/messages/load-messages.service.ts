import { insertAll } from '../platform/mongo/database'
import type { UnreadCounts } from '../notices'
import type { MessageCollections } from './collections'
import type { Mailboxes } from './mailboxes.service'
import { correspondentOf, partiesOf, type MessageDoc } from './messages.model'

/** A message to load, with what its parties have done with it since. */
export type PastMessage = Pick<
  MessageDoc,
  '_id' | 'senderId' | 'subject' | 'content' | 'parentId' | 'createdAt' | 'readAt'
> & { recipientId: number } & Partial<Pick<MessageDoc, 'deletedBySender' | 'deletedByRecipient'>>

export interface LoadMessagesDeps {
  db: MessageCollections
  mailboxes: Pick<Mailboxes, 'writeEntries' | 'refreshConversations'>
  unreadCounts: Pick<UnreadCounts, 'refreshAll'>
}

/** Messages whose entries are written at once. */
const AT_ONCE = 500

const completed = (message: PastMessage): MessageDoc => ({
  editedAt: null,
  deletedBySender: false,
  deletedByRecipient: false,
  version: 1,
  ...message,
})

/** Inserts past messages with everything derived from them, into a forum that is not in use yet. */
export async function loadMessages(deps: LoadMessagesDeps, past: readonly PastMessage[]): Promise<void> {
  const messages = past.map(completed)
  await insertAll(deps.db.messages, messages)
  await derive(deps, messages)
}

/** Inserts past messages, from which `deriveMailboxes` is still to derive. */
export const insertMessages = (db: MessageCollections, past: readonly PastMessage[]): Promise<void> =>
  insertAll(db.messages, past.map(completed))

/** Derives mailboxes, conversations and unread counts of all stored messages, in a forum that is not in use yet. */
export async function deriveMailboxes(deps: LoadMessagesDeps): Promise<void> {
  await derive(deps, deps.db.messages.find({}, { sort: { _id: 1 }, maxTimeMS: 0 }))
}

async function derive(
  { mailboxes, unreadCounts }: LoadMessagesDeps,
  messages: Iterable<MessageDoc> | AsyncIterable<MessageDoc>,
): Promise<void> {
  const conversations = new Map<string, Pick<MessageDoc, 'senderId' | 'recipientId' | 'group'>>()
  const recipients = new Set<number>()
  let waiting: MessageDoc[] = []
  const write = async () => {
    if (waiting.length > 0) await mailboxes.writeEntries(waiting)
    waiting = []
  }
  for await (const message of messages) {
    const { senderId, recipientId, group } = message
    const [sender = 0, ...receivers] = partiesOf(message)
    const key = [sender, ...receivers].sort((a, b) => a - b).join()
    conversations.set(group ? `${correspondentOf(message, sender)}:${key}` : key, {
      senderId,
      recipientId,
      ...(group && { group }),
    })
    for (const id of receivers) recipients.add(id)
    waiting.push(message)
    if (waiting.length === AT_ONCE) await write()
  }
  await write()
  for (const one of conversations.values()) await mailboxes.refreshConversations(one)
  await unreadCounts.refreshAll([...recipients])
}
