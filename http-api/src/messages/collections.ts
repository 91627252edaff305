import type { Connection } from 'mongoose'
import { conversationModel, mailboxEntryModel, messageModel } from './messages.model'

export const messageCollections = (connection: Connection) => ({
  messages: messageModel(connection),
  mailboxEntries: mailboxEntryModel(connection),
  conversations: conversationModel(connection),
})
export type MessageCollections = ReturnType<typeof messageCollections>
