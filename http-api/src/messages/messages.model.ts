import type { PostAttachment } from '../log'
import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type Work } from '../platform/work/unfinished'

export type MessageEventName = 'message:created' | 'message:updated' | 'message:read' | 'message:deleted'

/** Work after a change of a message: derived data may be outdated, and these members may not have got the event. */
export interface MessageWork extends Work<'message'> {
  name: MessageEventName
  userIds: number[]
}

export const messageFields = {
  _id: field.own(field.number),
  senderId: field.own(field.number),
  recipientId: field.own(field.number),
  subject: field.own(field.string),
  content: field.own(field.string),
  parentId: field.nullable(field.number),
  attachments: field.optional(field.mixed<PostAttachment[]>()),
  createdAt: field.own(field.date),
  editedAt: field.own(field.nullable(field.date)),
  readAt: field.own(field.nullable(field.date)),
  deletedBySender: field.boolean,
  deletedByRecipient: field.boolean,
  /** Starts at 1 and increases with each change; a mailbox entry has the version from which it was derived. */
  version: field.number,
  ...unfinishedWork<MessageWork>(),
}

/**
 * A private message. It is the source of truth: mailbox entries, conversations and unread counts are derived from it.
 */
export type MessageDoc = DocumentOf<typeof messageFields>

export const messageCollection = defineCollection('messages', messageFields, [UNFINISHED_INDEX])

export const entryFields = {
  /** `ownerId:messageId` */
  _id: field.string,
  ownerId: field.number,
  messageId: field.number,
  otherUserId: field.number,
  folder: field.own(field.oneOf('inbox', 'sent')),
  createdAt: field.date,
  isUnread: field.boolean,
  /** A deleted entry remains, so that an older version cannot bring it back. */
  isDeleted: field.boolean,
  version: field.number,
  /** The terms by which a search finds the message. */
  terms: field.listOf(field.string),
}

/** A message in the mailbox of one of its two parties. */
export type MailboxEntryDoc = DocumentOf<typeof entryFields>

export const NEWEST_FIRST = { createdAt: -1, messageId: -1 } as const

/**
 * The indexes of the lists of a mailbox. Every condition of a query is a field of its index, so that pages are skipped
 * and counted within it. Queries name their index: where a page is far from the first, the database could not tell by a
 * trial which one is best.
 */
export const ENTRY_INDEXES = {
  folder: { ownerId: 1, folder: 1, isDeleted: 1, ...NEWEST_FIRST },
  withMember: { ownerId: 1, otherUserId: 1, isDeleted: 1, ...NEWEST_FIRST },
  unread: { ownerId: 1, isUnread: 1, ...NEWEST_FIRST },
  search: { ownerId: 1, folder: 1, isDeleted: 1, terms: 1, ...NEWEST_FIRST },
} as const

const UNREAD_ONLY = { partialFilterExpression: { isUnread: true } }

export const mailboxEntryCollection = defineCollection('mailboxEntries', entryFields, [
  { key: ENTRY_INDEXES.folder },
  { key: ENTRY_INDEXES.withMember },
  { key: ENTRY_INDEXES.search },
  { key: ENTRY_INDEXES.unread, ...UNREAD_ONLY },
  // Unread messages from one other member.
  { key: { ownerId: 1, otherUserId: 1, isUnread: 1 }, ...UNREAD_ONLY },
])

const conversationFields = {
  /** `ownerId:otherUserId` */
  _id: field.string,
  ownerId: field.number,
  otherUserId: field.number,
  /** True if all its messages are deleted. */
  isEmpty: field.boolean,
  lastMessageId: field.nullable(field.number),
  lastAt: field.nullable(field.date),
  messageCount: field.number,
  unreadCount: field.number,
  /** As for an unread count: what is counted under a version includes every change of a lower one. */
  version: field.number,
  countedVersion: field.number,
}

/** One member's side of the messages exchanged with another. */
export type ConversationDoc = DocumentOf<typeof conversationFields>

export const conversationCollection = defineCollection('conversations', conversationFields, [
  // The conversations of a member that contain a message, most recent first.
  { key: { ownerId: 1, isEmpty: 1, lastAt: -1, otherUserId: -1 } },
])
