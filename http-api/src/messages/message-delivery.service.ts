import { audiences } from '@forum/shared/events'
import type { MemberQueries } from '../members'
import type { InBackground } from '../platform/work/background-work'
import type { Publisher } from '../platform/work/publisher'
import { removeWork } from '../platform/work/unfinished'
import type { NoticesArea, Push, UnreadCounts } from '../notices'
import type { MessageCollections } from './collections'
import type { Mailboxes } from './mailboxes.service'
import type { MessageDoc, MessageWork } from './messages.model'
import { presentMessage } from './messages.presenter'

/**
 * Follows up on a change of a message: updates everything derived from it before the response, and publishes to its
 * parties afterwards.
 */
export class MessageDelivery {
  constructor(
    private readonly deps: {
      db: MessageCollections
      members: MemberQueries
      mailboxes: Mailboxes
      unreadCounts: UnreadCounts
      publisher: Publisher
      push: Pick<Push, 'messageArrived'>
      wantMail: NoticesArea['wantMail']
      inBackground: InBackground
    },
  ) {}

  /** Updates mailboxes, conversations and counts; returns the recipient's number of unread messages. */
  async derive(message: MessageDoc): Promise<number> {
    const { mailboxes, unreadCounts } = this.deps
    await mailboxes.writeEntries([message])
    const [{ messages }] = await Promise.all([
      unreadCounts.refresh(message.recipientId),
      mailboxes.refreshConversations(message),
    ])
    return messages
  }

  /** Publishes in the background; the sweep repeats what fails. */
  deliverLater(message: MessageDoc): void {
    this.deps.inBackground(this.deliver(message))
  }

  /** Does what a change of a message left to do, together with what its other changes left. */
  async finish({ id }: MessageWork, messageId: number): Promise<void> {
    const message = await this.deps.db.messages.findOne({ _id: messageId, 'unfinished.id': id })
    if (!message) return
    await this.derive(message)
    await this.deliver(message)
  }

  private async deliver(message: MessageDoc): Promise<void> {
    const { db, members, publisher, push, wantMail, unreadCounts } = this.deps
    const { unfinished = [], _id: id, senderId, recipientId, subject } = message
    if (unfinished.length === 0) return
    const people = await members.people([senderId, recipientId])
    const isNew = unfinished.some(({ name }) => name === 'message:created')
    if (isNew && message.readAt === null && !message.deletedByRecipient) {
      push.messageArrived({ id, recipientId, sender: people.summary(senderId), subject })
      await wantMail([{ userId: recipientId, kind: 'message', group: `message:${senderId}` }])
    }
    if (publisher.isActive) {
      for (const work of unfinished) await this.publish(message, work, presentMessage(message, people))
      await unreadCounts.publish(message.recipientId)
    }
    await removeWork(
      db.messages,
      id,
      unfinished.map((work) => work.id),
    )
  }

  private async publish(
    { _id: messageId, readAt }: MessageDoc,
    { id, since: at, name, userIds }: MessageWork,
    message: ReturnType<typeof presentMessage>,
  ): Promise<void> {
    const { publisher } = this.deps
    const envelope = { id, at: at.toISOString() }
    for (const userId of userIds) {
      const audience = audiences.user(userId)
      if (name === 'message:deleted') await publisher.publish(audience, name, { messageId }, envelope)
      else if (name === 'message:read')
        await publisher.publish(audience, name, { messageId, readAt: (readAt ?? at).toISOString() }, envelope)
      else await publisher.publish(audience, name, { message }, envelope)
    }
  }
}
