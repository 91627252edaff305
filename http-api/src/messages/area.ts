import type { FilesArea } from '../files'
import type { GateArea } from '../gate'
import type { MemberDoc, MembersArea } from '../members'
import type { NoticesArea } from '../notices'
import type { Ground } from '../platform/ground'
import type { Collection } from '../platform/mongo/model'
import { dataFrom } from '../platform/personal-data'
import type { WordsArea } from '../words'
import type { MessageCollections } from './collections'
import { deriveMailboxes, loadMessages, type PastMessage } from './load-messages.service'
import { Mailboxes } from './mailboxes.service'
import { MessageDelivery } from './message-delivery.service'
import { MessageQueries } from './messages.queries'
import { messageRoutes } from './messages.routes'
import { entryFields, messageFields, type MessageWork } from './messages.model'
import { MessageService } from './messages.service'

interface MessagesNeeds {
  members: Pick<MembersArea, 'queries' | 'blocks'>
  words: WordsArea
  files: Pick<FilesArea, 'attachments' | 'messageReaders'>
  gate: GateArea
  notices: Pick<NoticesArea, 'unreadCounts' | 'push' | 'countMessages' | 'unreadMessages' | 'wantMail'>
}

/** Private messages, mailboxes and conversations. */
export function createMessages(
  ground: Ground<MessagesDb>,
  { members, words, files, gate, notices }: MessagesNeeds,
) {
  const { db, ids, idempotency, limits, publisher, clock, inBackground } = ground
  const { unreadCounts, push } = notices
  const mailboxes = new Mailboxes(db, members.queries)
  notices.countMessages.by((memberIds) => mailboxes.countUnread(memberIds))
  notices.unreadMessages.by(async (userId, senderId) => {
    const found = await db.messages
      .find(
        { senderId, recipientId: userId, readAt: null, deletedByRecipient: false },
        { projection: { subject: 1 }, sort: { _id: 1 }, limit: 20 },
      )
      .toArray()
    const people = await members.queries.people([senderId])
    const sender = people.summary(senderId).displayName
    return found.map(({ _id: id, subject }) => ({ id, subject, sender }))
  })
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
  const queries = new MessageQueries(db, members.queries)
  files.messageReaders.by((messageIds) => queries.readers(messageIds))
  const service = new MessageService({
    db,
    members: members.queries,
    blocks: members.blocks,
    delivery,
    idempotency,
    limits,
    words: words.words,
    gate: gate.gate,
    held: gate.texts,
    attachments: files.attachments,
    publisher,
    ids,
    clock,
  })
  return {
    services: {
      service,
      queries,
      load: (past: readonly PastMessage[]) => loadMessages({ db, mailboxes, unreadCounts }, past),
      derive: () => deriveMailboxes({ db, mailboxes, unreadCounts }),
    },
    routes: messageRoutes({ service, queries, unreadCounts }),
    unfinished: { message: (work: MessageWork, messageId: number) => delivery.finish(work, messageId) },
    personal: [
      dataFrom('messages', db.mailboxEntries, {
        fields: { ...entryFields, ...messageFields },
        of: (userId) => ({ ownerId: userId, isDeleted: false }),
        stages: () => [
          { $lookup: { from: 'messages', localField: 'messageId', foreignField: '_id', as: 'message' } },
          { $replaceRoot: { newRoot: { $mergeObjects: ['$$ROOT', { $first: '$message' }] } } },
        ],
      }),
    ],
  }
}
export type MessagesArea = ReturnType<typeof createMessages>['services']
type MessagesDb = MessageCollections & { members: Collection<MemberDoc> }
