import { type Message } from '@forum/shared/contract'
import { person } from './model-server'

/** Returns a message of member 3 to member 7; properties that are not given get plain defaults. */
export function aMessage(given: Partial<Message> & { id: number }): Message {
  const { senderId = 3, conversationId = null } = given
  const { recipientId = conversationId === null ? 7 : null } = given
  return {
    subject: `第 ${given.id} 封`,
    content: `第 ${given.id} 封信的正文`,
    createdAt: `2026-11-20T09:${String(given.id).padStart(2, '0')}:00.000Z`,
    editedAt: null,
    isRead: false,
    readAt: null,
    parentId: null,
    sender: person(senderId),
    recipient: recipientId === null ? null : person(recipientId),
    line: null,
    likes: [],
    attachments: [],
    ...given,
    senderId,
    recipientId,
    conversationId,
  }
}
