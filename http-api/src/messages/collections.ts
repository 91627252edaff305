import type { Connection } from 'mongoose'
import { groupConversationCollection } from './group-conversations.model'
import { conversationCollection, mailboxEntryCollection, messageCollection } from './messages.model'

export const messageCollections = (connection: Connection) => ({
  messages: messageCollection(connection),
  mailboxEntries: mailboxEntryCollection(connection),
  conversations: conversationCollection(connection),
  groupConversations: groupConversationCollection(connection),
})
export type MessageCollections = ReturnType<typeof messageCollections>
