import type { Message } from '@forum/shared/contract'
import { MESSAGE_PREVIEW_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { cutCharacters } from '@forum/shared/text'
import { presentAttachment } from '../files'
import type { People } from '../members'
import type { MessageDoc } from './messages.model'

export function presentMessage(message: MessageDoc, people: People): Message {
  const { _id, subject, content, createdAt, editedAt, readAt, senderId, recipientId, parentId } = message
  const { attachments = [] } = message
  return {
    id: _id,
    subject,
    content,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    isRead: readAt !== null,
    readAt: readAt?.toISOString() ?? null,
    senderId,
    recipientId,
    parentId,
    sender: people.summary(senderId),
    recipient: people.summary(recipientId),
    attachments: attachments.map(presentAttachment),
  }
}

/** A message in a list: the first 100 characters of its text. */
export function presentMessageInList(message: MessageDoc, people: People): Message {
  const text = excerpt(message.content, MESSAGE_PREVIEW_LENGTH)
  return { ...presentMessage(message, people), content: cutCharacters(text, MESSAGE_PREVIEW_LENGTH) }
}
