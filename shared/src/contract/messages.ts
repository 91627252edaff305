import * as z from 'zod/mini'
import { LIST_ROWS_MAX } from '../limits'
import { pagesOf } from '../pages'
import { endpoint } from './define'
import { attachment, userSummary } from './entities'
import {
  attachmentIds,
  id,
  limit,
  messageContent,
  messageQuery,
  page,
  pathId,
  queryNumber,
  subject,
  time,
  typedName,
} from './fields'

export const message = z.strictObject({
  id,
  subject: z.string(),
  /** The source; in lists its plain text, cut to 100 characters. */
  content: z.string(),
  createdAt: time,
  editedAt: z.nullable(time),
  isRead: z.boolean(),
  readAt: z.nullable(time),
  senderId: id,
  /** Null in a group conversation. */
  recipientId: z.nullable(id),
  parentId: z.nullable(id),
  sender: userSummary,
  recipient: z.nullable(userSummary),
  /** The group conversation that it is in; null for a message between two members. */
  conversationId: z.nullable(id),
  /** What happened in a group conversation, by the sender, in place of a text; null for a message. */
  line: z.nullable(z.strictObject({ kind: z.enum(['added', 'left']), member: userSummary })),
  /** The members who like it, the first one first. */
  likes: z.array(userSummary),
  /** Its files, which only its parties may read. */
  attachments: z.array(attachment),
})
export type Message = z.output<typeof message>

/** A conversation of several members as one of them sees it. */
export const groupConversation = z.strictObject({
  /** The id of its first message. */
  id,
  subject: z.string(),
  starterId: id,
  /** In the order in which they joined. */
  members: z.array(userSummary),
  /** True if its messages neither count as unread nor notify the reader. */
  isMuted: z.boolean(),
  createdAt: time,
})
export type GroupConversation = z.output<typeof groupConversation>

/** A conversation in the list: with another member, or a group. */
export const conversation = z.strictObject({
  /** Null for a group. */
  otherUserId: z.nullable(id),
  otherUser: z.nullable(userSummary),
  group: z.nullable(groupConversation),
  lastMessage: message,
  unreadCount: z.int(),
  messageCount: z.int(),
})
export type Conversation = z.output<typeof conversation>

/** Lists of messages use field names of their own for pagination. */
export const messagePagination = z.strictObject({
  currentPage: z.int(),
  totalPages: z.int(),
  totalMessages: z.int(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
})
export type MessagePagination = z.output<typeof messagePagination>

export function paginateMessages(currentPage: number, perPage: number, totalMessages: number) {
  const totalPages = pagesOf(Math.min(totalMessages, LIST_ROWS_MAX), perPage)
  const hasNext = currentPage < totalPages
  return { currentPage, totalPages, totalMessages, hasNext, hasPrev: currentPage > 1 }
}

export const messageFolder = z.enum(['inbox', 'sent', 'unread'])
export type MessageFolder = z.output<typeof messageFolder>

const params = z.object({ messageId: pathId })

export const messageEndpoints = {
  listMessages: endpoint({
    summary: "A folder of the caller's own mailbox, newest first; q searches it",
    method: 'GET',
    path: '/messages',
    access: 'member',
    confidential: true,
    query: z.object({
      page,
      limit,
      type: z._default(messageFolder, 'inbox'),
      q: z.optional(messageQuery),
    }),
    response: z.strictObject({ messages: z.array(message), pagination: messagePagination }),
  }),

  getMessage: endpoint({
    summary: 'One message, to its parties; reading it marks nothing',
    method: 'GET',
    path: '/messages/:messageId',
    access: 'member',
    confidential: true,
    params,
    response: z.strictObject({ message }),
    errors: ['NOT_FOUND'],
  }),

  sendMessage: endpoint({
    summary:
      'Sends a message to another member, by id or username, or into a group conversation; parentId makes it a reply',
    method: 'POST',
    path: '/messages',
    access: 'member',
    needsAgreement: true,
    mayHold: true,
    limit: 'message',
    idempotent: true,
    body: z
      .object({
        recipientId: z.optional(z.nullable(id)),
        recipientUsername: z.optional(z.nullable(typedName)),
        conversationId: z.optional(z.nullable(id)),
        subject,
        content: messageContent,
        parentId: z.optional(z.nullable(id)),
        attachmentIds,
      })
      .check(
        z.refine(
          ({ recipientId, recipientUsername, conversationId }) =>
            (conversationId ?? recipientId ?? null) !== null || (recipientUsername ?? '').trim() !== '',
          { error: 'required', path: ['recipientId'], when: () => true },
        ),
      ),
    status: 201,
    response: z.strictObject({ message }),
    errors: [
      'NOT_FOUND',
      'RECIPIENT_NOT_FOUND',
      'BLOCKED_BY_RECIPIENT',
      'MUTED',
      'CONFLICT',
      'CONTENT_BLOCKED',
    ],
  }),

  updateMessage: endpoint({
    summary: 'Edits a message (its sender); its recipient stays who it is',
    method: 'PUT',
    path: '/messages/:messageId',
    access: 'member',
    needsAgreement: true,
    limit: 'edit',
    params,
    body: z.object({
      recipientId: z.optional(z.nullable(id)),
      subject: z.optional(subject),
      content: z.optional(messageContent),
      parentId: z.optional(z.nullable(id)),
    }),
    response: z.strictObject({ message }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'BLOCKED_BY_RECIPIENT', 'MUTED', 'CONTENT_BLOCKED'],
  }),

  deleteMessage: endpoint({
    summary: "Removes a message from the caller's own mailbox; the other parties keep it",
    method: 'DELETE',
    path: '/messages/:messageId',
    access: 'member',
    params,
    errors: ['NOT_FOUND'],
  }),

  markMessageRead: endpoint({
    summary: 'Marks a received message as read, and returns how many are left unread',
    method: 'POST',
    path: '/messages/:messageId/read',
    whileReadOnly: true,
    access: 'member',
    params,
    response: z.strictObject({ message, count: z.int() }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  likeMessage: endpoint({
    summary: 'Likes a received message, or takes the like back',
    method: 'PUT',
    path: '/messages/:messageId/like',
    access: 'member',
    limit: 'like',
    params,
    body: z.object({ liked: z.boolean() }),
    response: z.strictObject({ message }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'BLOCKED_BY_RECIPIENT'],
  }),

  showTyping: endpoint({
    summary: 'Shows the other members of a conversation that the caller is writing to them; stores nothing',
    method: 'POST',
    path: '/messages/typing',
    access: 'member',
    limit: 'typing',
    body: z.union([z.object({ userId: id }), z.object({ conversationId: id })]),
    errors: ['NOT_FOUND', 'BLOCKED_BY_RECIPIENT', 'MUTED'],
  }),

  countUnreadMessages: endpoint({
    summary:
      'How many received messages are unread; of two counts the one with the higher version is the newer',
    method: 'GET',
    path: '/messages/unread/count',
    access: 'member',
    response: z.strictObject({ count: z.int(), version: z.int() }),
  }),

  listConversations: endpoint({
    summary: 'The conversations of the caller, with members and of groups, the newest message first',
    method: 'GET',
    path: '/messages/threads',
    access: 'member',
    confidential: true,
    query: z.object({ page, limit }),
    response: z.strictObject({ threads: z.array(conversation), pagination: messagePagination }),
  }),

  getConversation: endpoint({
    summary: 'The messages between the caller and another member in full, newest first',
    method: 'GET',
    path: '/messages/thread/messages',
    access: 'member',
    confidential: true,
    query: z.object({ otherUserId: queryNumber(1, Number.MAX_SAFE_INTEGER), page, limit }),
    response: z.strictObject({
      messages: z.array(message),
      otherUser: userSummary,
      pagination: messagePagination,
    }),
    errors: ['NOT_FOUND'],
  }),
}
