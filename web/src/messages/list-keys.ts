import { type Message, type MessageFolder } from '@forum/shared/contract'

/** A page of a folder, or of what a search finds in it. */
export interface FolderPage {
  type: MessageFolder
  q: string
  page: number
}

/** The key of a folder's list. */
export const folderKey = ({ type, q, page }: FolderPage): string => `messages:${type}:${page}:${q}`

/** The key of the messages between the reader and another member. */
export const conversationKey = (otherUserId: number): string => `conversation:${otherUserId}`

/** The key of the list of the members with whom the reader has messages. */
export const CONVERSATIONS = 'conversations'

export const isListOfMessages = (key: string): boolean => /^(messages|conversation):/.test(key)

/** The lists that show a new message: the first page of a folder without a search, and the conversation. */
export function listsOfNew(message: Message, userId: number): string[] {
  const isReceived = message.recipientId === userId
  const other = isReceived ? message.senderId : message.recipientId
  const folders: MessageFolder[] = isReceived ? (message.isRead ? ['inbox'] : ['inbox', 'unread']) : ['sent']
  return [...folders.map((type) => folderKey({ type, q: '', page: 1 })), conversationKey(other)]
}
