import type { Message } from '@forum/shared/contract'
import { MESSAGE_PREVIEW_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { cutCharacters } from '@forum/shared/text'
import { presentAttachment } from '../files'
import type { People } from '../members'
import { isReadBy, type MessageDoc } from './messages.model'

/** The members that a message names. */
export const peopleIn = ({ senderId, recipientId, likedBy = [], line }: MessageDoc): number[] => [
  senderId,
  ...(recipientId === null ? [] : [recipientId]),
  ...likedBy,
  ...(line ? [line.memberId] : []),
]

/** Presents a message to one of its parties. */
export function presentMessage(message: MessageDoc, people: People, viewerId: number): Message {
  const { _id, subject, content, createdAt, editedAt, readAt, senderId, recipientId, parentId } = message
  const { attachments = [], likedBy = [], line, group } = message
  const isRead = isReadBy(message, viewerId)
  // Of a message to a group only the reader's own mark is kept, without its time.
  const readTime = group && isRead ? createdAt : readAt
  return {
    id: _id,
    subject,
    content,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    isRead,
    readAt: readTime?.toISOString() ?? null,
    senderId,
    recipientId,
    parentId,
    sender: people.summary(senderId),
    recipient: recipientId === null ? null : people.summary(recipientId),
    conversationId: group?.id ?? null,
    line: line ? { kind: line.kind, member: people.summary(line.memberId) } : null,
    likes: likedBy.map((id) => people.summary(id)),
    attachments: attachments.map(presentAttachment),
  }
}

/** A message in a list: the first 100 characters of its text. */
export function presentMessageInList(message: MessageDoc, people: People, viewerId: number): Message {
  const text = excerpt(message.content, MESSAGE_PREVIEW_LENGTH)
  return {
    ...presentMessage(message, people, viewerId),
    content: cutCharacters(text, MESSAGE_PREVIEW_LENGTH),
  }
}
