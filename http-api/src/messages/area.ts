import type { FilesArea } from '../files'
import type { GateArea } from '../gate'
import type { MemberDoc, MembersArea } from '../members'
import type { NoticesArea } from '../notices'
import type { Ground } from '../platform/ground'
import type { Collection } from '../platform/mongo/model'
import { dataFrom } from '../platform/personal-data'
import type { WordsArea } from '../words'
import type { MessageCollections } from './collections'
import { groupConversationFields, type ConversationWork } from './group-conversations.model'
import { GroupConversations } from './group-conversations.service'
import { deriveMailboxes, loadMessages, type PastMessage } from './load-messages.service'
import { Mailboxes } from './mailboxes.service'
import { MessageDelivery } from './message-delivery.service'
import { MessageQueries } from './messages.queries'
import { messageRoutes } from './messages.routes'
import { entryFields, messageFields, type MessageWork } from './messages.model'
import { MessageService } from './messages.service'
import { MessageTyping } from './message-typing.service'
import { Recipients } from './recipients'

interface MessagesNeeds {
  members: Pick<MembersArea, 'queries' | 'blocks'>
  words: WordsArea
  files: Pick<FilesArea, 'attachments' | 'messageReaders'>
  gate: GateArea
  notices: Pick<NoticesArea, 'unreadCounts' | 'push' | 'countMessages' | 'unreadMessages' | 'wantMail'>
}

/** Number of unread messages of a conversation that an e-mail names. */
const UNREAD_MAILED = 20

/** Private messages, mailboxes and conversations. */
export function createMessages(
  ground: Ground<MessagesDb>,
  { members, words, files, gate, notices }: MessagesNeeds,
) {
  const { db, ids, idempotency, limits, publisher, clock, inBackground } = ground
  const { unreadCounts, push } = notices
  const mailboxes = new Mailboxes(db, members.queries)
  notices.countMessages.by((memberIds) => mailboxes.countUnread(memberIds))
  const delivery = new MessageDelivery({
    db,
    members: members.queries,
    mailboxes,
    unreadCounts,
    publisher,
    push,
    wantMail: notices.wantMail,
    inBackground: inBackground('message'),
  })
  const recipients = new Recipients({ db, members: members.queries, blocks: members.blocks, limits, clock })
  const groups = new GroupConversations({
    ...{ db, recipients, delivery, publisher, ids, clock },
    members: members.queries,
    inBackground: inBackground('conversation'),
  })
  const queries = new MessageQueries(db, members.queries, groups)
  notices.unreadMessages.by(async (userId, otherUserId) => {
    const found = await queries.unreadIn(userId, otherUserId, UNREAD_MAILED)
    const people = await members.queries.people(found.map(({ senderId }) => senderId))
    return found.map(({ _id: id, subject, senderId }) => ({
      id,
      subject,
      sender: people.summary(senderId).displayName,
    }))
  })
  files.messageReaders.by((messageIds) => queries.readers(messageIds))
  const service = new MessageService({
    db,
    members: members.queries,
    recipients,
    groups,
    delivery,
    idempotency,
    limits,
    words: words.words,
    gate: gate.gate,
    held: gate.texts,
    attachments: files.attachments,
    ids,
    clock,
  })
  const typing = new MessageTyping({ db, members: members.queries, recipients, groups, publisher })
  return {
    services: {
      service,
      queries,
      load: (past: readonly PastMessage[]) => loadMessages({ db, mailboxes, unreadCounts }, past),
      derive: () => deriveMailboxes({ db, mailboxes, unreadCounts }),
    },
    routes: messageRoutes({ service, queries, groups, typing, unreadCounts }),
    unfinished: {
      message: (work: MessageWork, messageId: number) => delivery.finish(work, messageId),
      conversation: (work: ConversationWork, groupId: number) => groups.finish(work, groupId),
    },
    personal: [
      dataFrom('messages', db.mailboxEntries, {
        fields: { ...entryFields, ...messageFields },
        // The group conversation that it is in.
        computed: { conversationId: '$group.id' },
        of: (userId) => ({ ownerId: userId, folder: { $ne: 'line' as const }, isDeleted: false }),
        stages: () => [
          { $lookup: { from: 'messages', localField: 'messageId', foreignField: '_id', as: 'message' } },
          { $replaceRoot: { newRoot: { $mergeObjects: ['$$ROOT', { $first: '$message' }] } } },
        ],
      }),
      dataFrom('conversations', db.groupConversations, {
        fields: groupConversationFields,
        of: (userId) => ({ memberIds: userId }),
        erase: (userId) => groups.leaveAll(userId),
      }),
    ],
  }
}
export type MessagesArea = ReturnType<typeof createMessages>['services']
type MessagesDb = MessageCollections & { members: Collection<MemberDoc> }
