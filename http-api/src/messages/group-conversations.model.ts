import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type Work } from '../platform/work/unfinished'
import type { MessageLine } from './messages.model'

/** Work after a change of a group conversation: these members may not know of it, and its line may be missing. */
export interface ConversationWork extends Work<'conversation'> {
  userIds: number[]
  /** Who caused the line, and the id reserved for its message. */
  line: (MessageLine & { messageId: number; byId: number }) | null
}

export const groupConversationFields = {
  /** The id of its first message. */
  _id: field.own(field.number),
  subject: field.own(field.string),
  starterId: field.number,
  /** In the order in which they joined. */
  memberIds: field.listOf(field.number),
  mutedBy: field.listOf(field.number),
  createdAt: field.own(field.date),
  version: field.number,
  ...unfinishedWork<ConversationWork>(),
}

/** A conversation of several members. Its messages name the members who received them, whoever they are later. */
export type GroupConversationDoc = DocumentOf<typeof groupConversationFields>

export const groupConversationCollection = defineCollection('groupConversations', groupConversationFields, [
  // The conversations of a member whose account ends.
  { key: { memberIds: 1 } },
  UNFINISHED_INDEX,
])
