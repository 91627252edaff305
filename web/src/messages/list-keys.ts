import { type Message, type MessageFolder } from '@forum/shared/contract'

/** A page of a folder, or of what a search finds in it. */
export interface FolderPage {
  type: MessageFolder
  q: string
  page: number
}

/** The key of a folder's list. */
export const folderKey = ({ type, q, page }: FolderPage): string => `messages:${type}:${page}:${q}`

/**
 * The other side of a message: the id of the other member, or the negated id of a group conversation, so that both have
 * the same lists.
 */
export function correspondentOf(
  { conversationId, senderId, recipientId }: Pick<Message, 'conversationId' | 'senderId' | 'recipientId'>,
  userId: number,
): number {
  if (conversationId !== null) return -conversationId
  return senderId === userId ? (recipientId ?? 0) : senderId
}

/** Returns whether the reader received a message that can be unread. */
export const isReceived = ({ senderId, line }: Pick<Message, 'senderId' | 'line'>, userId: number): boolean =>
  senderId !== userId && line === null

/** The key of the messages between the reader and a correspondent. */
export const conversationKey = (correspondent: number): string => `conversation:${correspondent}`

/** The key of the list of the reader's conversations. */
export const CONVERSATIONS = 'conversations'

export const isListOfMessages = (key: string): boolean => /^(messages|conversation):/.test(key)

/** The lists that show a new message: the first page of a folder without a search, and the conversation. */
export function listsOfNew(message: Message, userId: number): string[] {
  const received: MessageFolder[] = message.isRead ? ['inbox'] : ['inbox', 'unread']
  const folders = message.line ? [] : isReceived(message, userId) ? received : (['sent'] as const)
  return [
    ...folders.map((type) => folderKey({ type, q: '', page: 1 })),
    conversationKey(correspondentOf(message, userId)),
  ]
}
