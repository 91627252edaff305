import { randomUUID } from 'node:crypto'
import { isDeletedFor, recipientsOf } from '@forum/shared/policies'
import type { PostAttachment } from '../log'
import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type Work } from '../platform/work/unfinished'

export type MessageEventName = 'message:created' | 'message:updated' | 'message:read' | 'message:deleted'

/** Work after a change of a message: derived data may be outdated, and these members may not have got the event. */
export interface MessageWork extends Work<'message'> {
  name: MessageEventName
  userIds: number[]
}

export const messageWork = (since: Date, name: MessageEventName, userIds: number[]): MessageWork => ({
  id: randomUUID(),
  kind: 'message',
  since,
  name,
  userIds,
})

/** What a message of a group conversation has in place of a recipient. */
export interface MessageOfGroup {
  /** The conversation. */
  id: number
  /** Who received it: those who were its members then, except for those who had blocked the sender. */
  to: number[]
  /** Which of them had muted the conversation: for them it counts as read. */
  quietFor: number[]
  readBy: number[]
  /** Which parties have deleted it, the sender among them. */
  deletedBy: number[]
}

/** What happened in a group conversation, by the sender of the message that says so. */
export interface MessageLine {
  kind: 'added' | 'left'
  memberId: number
}

export const messageFields = {
  _id: field.own(field.number),
  senderId: field.own(field.number),
  /** Null in a group conversation. */
  recipientId: field.own(field.nullable(field.number)),
  group: field.optional(field.mixed<MessageOfGroup>()),
  line: field.optional(field.mixed<MessageLine>()),
  likedBy: field.optional(field.listOf(field.number)),
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

/** The members who sent or received a message. */
export const partiesOf = (message: Pick<MessageDoc, 'senderId' | 'recipientId' | 'group'>): number[] => [
  message.senderId,
  ...recipientsOf({ ...message, deletedBySender: false, deletedByRecipient: false }),
]

/** The parties who have not deleted a message, its recipients first. */
export const remainingPartiesOf = (message: MessageDoc): number[] =>
  [...recipientsOf(message), message.senderId].filter((id) => !isDeletedFor(message, id))

/** When a party has read a message; the sender of a message to a group learns of nobody that they have. */
export function isReadBy({ readAt, group, line, senderId }: MessageDoc, userId: number): boolean {
  if (line) return true
  if (!group) return readAt !== null
  return userId !== senderId && (group.readBy.includes(userId) || group.quietFor.includes(userId))
}

/**
 * The other side of a message in the mailbox of a party: the other member, or the negated id of a group conversation,
 * so that both have the same lists, indexes and counts.
 */
export function correspondentOf(
  { senderId, recipientId, group }: Pick<MessageDoc, 'senderId' | 'recipientId' | 'group'>,
  ownerId: number,
): number {
  if (group) return -group.id
  return ownerId === senderId ? (recipientId ?? 0) : senderId
}

export const messageCollection = defineCollection('messages', messageFields, [UNFINISHED_INDEX])

export const entryFields = {
  /** `ownerId:messageId` */
  _id: field.string,
  ownerId: field.number,
  messageId: field.number,
  /** See `correspondentOf`. */
  otherUserId: field.number,
  /** A line of a group conversation is in no folder. */
  folder: field.own(field.oneOf('inbox', 'sent', 'line')),
  createdAt: field.date,
  isUnread: field.boolean,
  /** A deleted entry remains, so that an older version cannot bring it back. */
  isDeleted: field.boolean,
  version: field.number,
  /** The terms by which a search finds the message. */
  terms: field.listOf(field.string),
}

/** A message in the mailbox of one of its parties. */
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
  /** See `correspondentOf`. */
  otherUserId: field.number,
  /** True if all its messages are deleted, or its owner has left the group. */
  isEmpty: field.boolean,
  lastMessageId: field.nullable(field.number),
  lastAt: field.nullable(field.date),
  messageCount: field.number,
  unreadCount: field.number,
  /** As for an unread count: what is counted under a version includes every change of a lower one. */
  version: field.number,
  countedVersion: field.number,
}

/** One member's side of the messages exchanged with another, or within a group. */
export type ConversationDoc = DocumentOf<typeof conversationFields>

export const conversationCollection = defineCollection('conversations', conversationFields, [
  // The conversations of a member that contain a message, most recent first.
  { key: { ownerId: 1, isEmpty: 1, lastAt: -1, otherUserId: -1 } },
])
