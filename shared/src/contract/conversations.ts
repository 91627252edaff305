import * as z from 'zod/mini'
import { CONVERSATION_MEMBERS_MAX } from '../limits'
import { endpoint } from './define'
import { attachmentIds, id, limit, messageContent, page, pathId, subject } from './fields'
import { groupConversation, message, messagePagination } from './messages'

const params = z.object({ conversationId: pathId })
const changed = z.strictObject({ conversation: groupConversation })

/** Conversations of several members. Their messages are sent, read and deleted as those between two. */
export const conversationEndpoints = {
  startConversation: endpoint({
    summary: 'Starts a conversation of 3 to 10 members, the caller among them, with its first message',
    method: 'POST',
    path: '/conversations',
    access: 'member',
    needsAgreement: true,
    mayHold: true,
    limit: 'message',
    idempotent: true,
    body: z.object({
      userIds: z
        .array(id, 'required')
        .check(z.minLength(2, 'too_few'), z.maxLength(CONVERSATION_MEMBERS_MAX - 1, 'too_many')),
      subject,
      content: messageContent,
      attachmentIds,
    }),
    status: 201,
    response: z.strictObject({ conversation: groupConversation, message }),
    errors: [
      'NOT_FOUND',
      'RECIPIENT_NOT_FOUND',
      'BLOCKED_BY_RECIPIENT',
      'FORBIDDEN',
      'MUTED',
      'CONFLICT',
      'CONTENT_BLOCKED',
    ],
  }),

  getGroupConversation: endpoint({
    summary: 'A conversation of several members, and its messages to the caller in full, newest first',
    method: 'GET',
    path: '/conversations/:conversationId',
    access: 'member',
    confidential: true,
    params,
    query: z.object({ page, limit }),
    response: z.strictObject({
      conversation: groupConversation,
      messages: z.array(message),
      pagination: messagePagination,
    }),
    errors: ['NOT_FOUND'],
  }),

  addToConversation: endpoint({
    summary: 'Adds a member to a conversation (any of its members); who is added sees only what comes after',
    method: 'POST',
    path: '/conversations/:conversationId/members',
    access: 'member',
    limit: 'message',
    params,
    body: z.object({ userId: id }),
    response: changed,
    errors: ['NOT_FOUND', 'RECIPIENT_NOT_FOUND', 'BLOCKED_BY_RECIPIENT', 'FORBIDDEN', 'MUTED', 'CONFLICT'],
  }),

  leaveConversation: endpoint({
    summary: 'Leaves a conversation; the messages received until then stay in the mailbox',
    method: 'POST',
    path: '/conversations/:conversationId/leave',
    access: 'member',
    params,
    errors: ['NOT_FOUND'],
  }),

  muteConversation: endpoint({
    summary: 'Mutes a conversation: new messages neither count as unread nor notify the caller',
    method: 'PUT',
    path: '/conversations/:conversationId/mute',
    access: 'member',
    params,
    body: z.object({ muted: z.boolean() }),
    response: changed,
    errors: ['NOT_FOUND'],
  }),
}
