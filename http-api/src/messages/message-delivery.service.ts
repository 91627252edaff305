import { audiences } from '@forum/shared/events'
import { isDeletedFor, recipientsOf } from '@forum/shared/policies'
import type { MemberQueries, People } from '../members'
import type { InBackground } from '../platform/work/background-work'
import type { Publisher } from '../platform/work/publisher'
import { removeWork } from '../platform/work/unfinished'
import type { NoticesArea, Push, UnreadCounts } from '../notices'
import type { MessageCollections } from './collections'
import type { Mailboxes } from './mailboxes.service'
import { correspondentOf, isReadBy, type MessageDoc, type MessageWork } from './messages.model'
import { peopleIn, presentMessage } from './messages.presenter'

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

  /**
   * Updates mailboxes, conversations and unread counts. Returns the number of unread messages of each recipient to whom
   * the change is published.
   */
  async derive(message: MessageDoc): Promise<ReadonlyMap<number, number>> {
    const { mailboxes, unreadCounts } = this.deps
    await mailboxes.writeEntries([message])
    const [counts] = await Promise.all([
      Promise.all(
        notifiedRecipients(message).map(
          async (id) => [id, (await unreadCounts.refresh(id)).messages] as const,
        ),
      ),
      mailboxes.refreshConversations(message),
    ])
    return new Map(counts)
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
    const { unfinished = [], _id: id, senderId, subject } = message
    if (unfinished.length === 0) return
    const people = await members.people(peopleIn(message))
    const isNew = unfinished.some(({ name }) => name === 'message:created')
    for (const recipientId of isNew ? recipientsOf(message) : []) {
      if (isReadBy(message, recipientId) || isDeletedFor(message, recipientId)) continue
      const conversation = correspondentOf(message, recipientId)
      push.messageArrived({ id, recipientId, conversation, sender: people.summary(senderId), subject })
      await wantMail([{ userId: recipientId, kind: 'message', group: `message:${conversation}` }])
    }
    if (publisher.isActive) {
      for (const work of unfinished) await this.publish(message, work, people)
      for (const recipientId of notifiedRecipients(message)) await unreadCounts.publish(recipientId)
    }
    await removeWork(
      db.messages,
      id,
      unfinished.map((work) => work.id),
    )
  }

  private async publish(
    doc: MessageDoc,
    { id, since: at, name, userIds }: MessageWork,
    people: People,
  ): Promise<void> {
    const { _id: messageId, readAt } = doc
    const { publisher } = this.deps
    const envelope = { id, at: at.toISOString() }
    for (const userId of userIds) {
      const audience = audiences.user(userId)
      if (name === 'message:deleted') await publisher.publish(audience, name, { messageId }, envelope)
      else if (name === 'message:read')
        await publisher.publish(audience, name, { messageId, readAt: (readAt ?? at).toISOString() }, envelope)
      else await publisher.publish(audience, name, { message: presentMessage(doc, people, userId) }, envelope)
    }
  }
}

/** Returns the recipients to whom the changes of a message are published. Nobody else's unread count can change. */
function notifiedRecipients(message: MessageDoc): number[] {
  const notified = new Set(message.unfinished?.flatMap(({ userIds }) => userIds))
  return recipientsOf(message).filter((id) => notified.has(id))
}
