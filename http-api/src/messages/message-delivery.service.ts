import { setTimeout as wait } from 'node:timers/promises'
import { audiences } from '@forum/shared/events'
import type { MemberQueries } from '../members'
import type { InBackground } from '../platform/work/background-work'
import { findOverdue } from '../platform/mongo/database-time'
import type { Publisher } from '../platform/work/publisher'
import type { Push, UnreadCounts } from '../notices'
import type { MessageCollections } from './collections'
import type { Mailboxes } from './mailboxes.service'
import type { MessageDoc, PendingNews } from './messages.model'
import { presentMessage } from './messages.presenter'

/**
 * Follows up on a change of a message: updates everything derived from it before the response, and publishes to its
 * parties afterwards. `pending` records the unfinished work of a process, and a sweep finishes it.
 */
export class MessageDelivery {
  /** Messages that a sweep is finishing. */
  private readonly finishing = new Map<number, Promise<void>>()

  constructor(
    private readonly deps: {
      db: MessageCollections
      members: MemberQueries
      mailboxes: Mailboxes
      unreadCounts: UnreadCounts
      publisher: Publisher
      push: Pick<Push, 'messageArrived'>
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

  /** Publishes in the background; the next sweep retries a failure. */
  deliverLater(message: MessageDoc): void {
    this.deps.inBackground(this.deliver(message))
  }

  /** Finishes work left unfinished by other processes, or by this one while the bus was unavailable. */
  async sweep(now: Date): Promise<void> {
    for (const message of await findOverdue(this.deps.db.messages, 'pending.since', now)) {
      // A slow sweep may still be under way when the next begins: they share their work.
      await (this.finishing.get(message._id) ?? this.finish(message))
      // There may be many after the bus was unavailable for long, so this yields to members' calls.
      await wait(0)
    }
  }

  private finish(message: MessageDoc): Promise<void> {
    const finishing = this.derive(message)
      .then(() => this.deliver(message))
      .finally(() => this.finishing.delete(message._id))
    this.finishing.set(message._id, finishing)
    // The sweep reports a failure.
    this.deps.inBackground(finishing.catch(() => undefined))
    return finishing
  }

  private async deliver(message: MessageDoc): Promise<void> {
    const { db, members, publisher, push, unreadCounts } = this.deps
    const { pending, _id: id, senderId, recipientId, subject } = message
    if (!pending) return
    const people = await members.people([senderId, recipientId])
    const isNew = pending.events.some(({ name }) => name === 'message:created')
    if (isNew && message.readAt === null && !message.deletedByRecipient)
      push.messageArrived({ id, recipientId, sender: people.summary(senderId), subject })
    if (publisher.isActive) {
      for (const event of pending.events) await this.publish(message, event, presentMessage(message, people))
      await unreadCounts.publish(message.recipientId)
    }
    // A later change publishes its own events, and clears these with them.
    await db.messages.updateOne({ _id: message._id, version: message.version }, { $unset: { pending: 1 } })
  }

  private async publish(
    { _id: messageId, readAt }: MessageDoc,
    { id, at, name, userIds }: PendingNews['events'][number],
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
