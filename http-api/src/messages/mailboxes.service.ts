import { COUNT_MAX } from '@forum/shared/limits'
import type { mongo } from 'mongoose'
import { isDeletedFor, recipientsOf } from '@forum/shared/policies'
import type { MemberQueries } from '../members'
import { BatchedReads } from '../platform/work/batched-reads'
import { countByMember } from '../platform/mongo/count-by-member'
import { DURABLE, violatedKey } from '../platform/mongo/database'
import { existing } from '../platform/mongo/model'
import type { MessageCollections } from './collections'
import {
  correspondentOf,
  ENTRY_INDEXES,
  isReadBy,
  partiesOf,
  type MailboxEntryDoc,
  type MessageDoc,
} from './messages.model'
import { searchTerms } from './search-terms'

export const entryId = (ownerId: number, messageId: number) => `${ownerId}:${messageId}`
const conversationId = (ownerId: number, otherUserId: number) => `${ownerId}:${otherUserId}`

/**
 * Each member's view of the messages: an entry for each message, and a conversation with each other member or group. Both are
 * derived and can be derived again at any time: an entry has the version of its message and is never replaced by an
 * older one; a conversation is counted under a version that is taken before counting.
 */
export class Mailboxes {
  private readonly counts = new BatchedReads<string, true>(async (pairs) => {
    await Promise.all(pairs.map((pair) => this.countConversation(pair)))
    return new Map(pairs.map((pair) => [pair, true]))
  })

  constructor(
    private readonly db: MessageCollections,
    private readonly members: MemberQueries,
  ) {}

  /** Counts the unread messages of members, each up to `COUNT_MAX`, from an index alone. */
  countUnread(ownerIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return countByMember(this.db.mailboxEntries, {
      member: 'ownerId',
      ids: ownerIds,
      filter: { isUnread: true },
      hint: ENTRY_INDEXES.unread,
    })
  }

  /** Updates the entries of messages in the mailboxes of their parties. */
  async writeEntries(messages: readonly MessageDoc[]): Promise<void> {
    const people = await this.members.people(messages.flatMap(partiesOf))
    const writes = messages.flatMap((message) => {
      const names = partiesOf(message).flatMap((id) => {
        const { displayName, username } = people.summary(id)
        return [displayName, username]
      })
      const terms = searchTerms([...names, message.subject, message.content])
      return entriesOf(message, terms).map(entryWrite)
    })
    try {
      await this.db.mailboxEntries.bulkWrite(writes, { ordered: false, writeConcern: DURABLE })
    } catch (error) {
      // A newer version exists already.
      if (!isOnlyTaken(error)) throw error
    }
  }

  /** Recounts the conversation of a message for each of its parties. */
  async refreshConversations(message: Pick<MessageDoc, 'senderId' | 'recipientId' | 'group'>): Promise<void> {
    await this.counts.getAll(
      partiesOf(message).map((ownerId) => conversationId(ownerId, correspondentOf(message, ownerId))),
    )
  }

  private async countConversation(_id: string): Promise<void> {
    const [ownerId = 0, otherUserId = 0] = _id.split(':').map(Number)
    const { conversations, groupConversations, mailboxEntries } = this.db
    const empty = { lastMessageId: null, lastAt: null, messageCount: 0, unreadCount: 0, countedVersion: 0 }
    const { version } = existing(
      await conversations.findOneAndUpdate(
        { _id },
        { $inc: { version: 1 }, $setOnInsert: { ownerId, otherUserId, isEmpty: true, ...empty } },
        { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
      ),
    )
    const bounded = { limit: COUNT_MAX }
    const between = { ownerId, otherUserId, isDeleted: false }
    const [isLeft, messageCount, unreadCount, last] = await Promise.all([
      otherUserId < 0
        ? groupConversations.findOne({ _id: -otherUserId, memberIds: ownerId }).then((found) => !found)
        : false,
      mailboxEntries.countDocuments(between, { ...bounded, hint: ENTRY_INDEXES.withMember }),
      mailboxEntries.countDocuments({ ownerId, otherUserId, isUnread: true }, bounded),
      mailboxEntries.findOne<Pick<MailboxEntryDoc, 'messageId' | 'createdAt'>>(between, {
        projection: { messageId: 1, createdAt: 1 },
        sort: { createdAt: -1, messageId: -1 },
      }),
    ])
    await conversations.updateOne(
      { _id, countedVersion: { $lt: version } },
      {
        $set: {
          isEmpty: isLeft || last === null,
          lastMessageId: last?.messageId ?? null,
          lastAt: last?.createdAt ?? null,
          messageCount,
          unreadCount,
          countedVersion: version,
        },
      },
      { writeConcern: DURABLE },
    )
  }
}

/** The entries of a message in the mailboxes of its parties. */
function entriesOf(message: MessageDoc, terms: string[]): MailboxEntryDoc[] {
  const { _id: messageId, senderId, createdAt, version } = message
  const entry = (folder: MailboxEntryDoc['folder'], ownerId: number): MailboxEntryDoc => {
    const isDeleted = isDeletedFor(message, ownerId)
    return {
      _id: entryId(ownerId, messageId),
      ownerId,
      messageId,
      otherUserId: correspondentOf(message, ownerId),
      folder: message.line ? 'line' : folder,
      createdAt,
      isUnread: folder === 'inbox' && !isReadBy(message, ownerId) && !isDeleted,
      isDeleted,
      version,
      // A deleted entry is not searchable.
      terms: isDeleted ? [] : terms,
    }
  }
  return [entry('sent', senderId), ...recipientsOf(message).map((id) => entry('inbox', id))]
}

function entryWrite({ _id, ...entry }: MailboxEntryDoc): mongo.AnyBulkWriteOperation<MailboxEntryDoc> {
  return {
    updateOne: { filter: { _id, version: { $lt: entry.version } }, update: { $set: entry }, upsert: true },
  }
}

/** Returns true if the only failures of a bulk write were inserts under an existing id. */
function isOnlyTaken(error: unknown): boolean {
  if (violatedKey(error) === null) return false
  const { writeErrors } = error as { writeErrors?: { code?: unknown }[] | { code?: unknown } }
  return [writeErrors ?? []].flat().every(({ code }) => code === 11_000)
}
