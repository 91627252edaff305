import type { Connection } from 'mongoose'
import { conversationCollection, mailboxEntryCollection, messageCollection } from './messages.model'

export const messageCollections = (connection: Connection) => ({
  messages: messageCollection(connection),
  mailboxEntries: mailboxEntryCollection(connection),
  conversations: conversationCollection(connection),
})
export type MessageCollections = ReturnType<typeof messageCollections>
