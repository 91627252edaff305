import { randomUUID } from 'node:crypto'
import type { Api, BodyOf } from '@forum/shared/contract'
import { HOUR_MS, type Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { audiences } from '@forum/shared/events'
import { NEW_ACCOUNT_HOURS } from '../platform/limits'
import {
  isStaff,
  mayReplyToMessage,
  mayEditMessage,
  mayMarkMessageRead,
  mayReadMessage,
  maySendMessage,
  type Actor,
} from '@forum/shared/policies'
import type { MemberDoc, MemberQueries } from '../members'
import type { PostAttachment } from '../log'
import { authorize } from '../platform/http/authorize'
import { DURABLE, insertDurable, violatedKey } from '../platform/mongo/database'
import type { Idempotency } from '../platform/mongo/idempotency'
import type { Ids } from '../platform/mongo/ids'
import { BusUnavailableError, type Publisher } from '../platform/work/publisher'
import { withWork } from '../platform/work/unfinished'
import type { RateLimits } from '../platform/http/rate-limits'
import type { Viewer } from '../platform/http/viewer'
import type { Collection } from '../platform/mongo/model'
import type { AttachmentService } from '../files'
import type { Gate, HeldDoc, HeldTexts } from '../gate'
import type { Words } from '../words'
import type { MessageCollections } from './collections'
import type { MessageDelivery } from './message-delivery.service'
import type { MessageDoc, MessageEventName, MessageWork } from './messages.model'

export interface MessageServiceDeps {
  db: MessageCollections & { members: Collection<MemberDoc> }
  members: MemberQueries
  blocks: { isBlocked(by: number, whom: number): Promise<boolean> }
  delivery: MessageDelivery
  idempotency: Idempotency
  limits: RateLimits
  words: Words
  gate: Gate
  held: HeldTexts
  attachments: AttachmentService
  publisher: Publisher
  ids: Ids
  clock: Clock
}

type Sent = BodyOf<Api['sendMessage']>
type Edited = BodyOf<Api['updateMessage']>

/** The changed fields of a message, and the event to publish to these users. Null if nothing changes. */
type Change = { set: Partial<MessageDoc>; name: MessageEventName; userIds: number[] } | null

/** Maximum number of attempts when the message is changed concurrently. */
const TRIES = 8
/** Closed accounts receive nothing. Banned members can read messages that arrived meanwhile once the ban is over. */
const REACHABLE = ['active', 'banned'] as const satisfies readonly MemberDoc['status'][]

const refusedRecipient = (code: string) =>
  new ForumError('VALIDATION_FAILED', { fields: [{ field: 'recipientId', code }] })

/** Commands on messages. Each one decides on a single document; everything else is derived from it. */
export class MessageService {
  constructor(private readonly deps: MessageServiceDeps) {}

  /**
   * Sends a message. With a key, a repeat returns the first one.
   *
   * @throws ForumError `MUTED`, `RECIPIENT_NOT_FOUND`, `BLOCKED_BY_RECIPIENT`, `NOT_FOUND` for the parent,
   * or a file, `VALIDATION_FAILED` for a message to the sender, `TOO_MANY_REQUESTS`; HeldBack if it has to wait for
   * approval
   */
  async send(viewer: Viewer, input: Sent, idempotencyKey: string | undefined): Promise<MessageDoc> {
    const { idempotency, ids, delivery } = this.deps
    const userId = viewer.actor.id
    const message = await idempotency.run(
      { userId, key: idempotencyKey, name: 'sendMessage', body: input },
      () => ids.next('messages'),
      async (reservation) => {
        await this.deps.held.endRepeat(userId, reservation)
        const id = reservation?.resourceId ?? (await ids.next('messages'))
        const sent = reservation && (await this.find(id))
        if (sent) return sent
        const { attachmentIds = [] } = input
        return this.deps.attachments.withClaimed(
          { attachmentIds, ownerId: userId, claim: `message:${id}` },
          async (attachments) => {
            const about = { id, key: reservation?.key, attachments }
            return this.insert(await this.decide(viewer.actor, about, input))
          },
        )
      },
    )
    await delivery.derive(message)
    delivery.deliverLater(message)
    return message
  }

  private async decide(
    actor: Actor,
    { id, key, attachments }: { id: number; key: string | undefined; attachments: PostAttachment[] },
    input: Sent,
  ): Promise<MessageDoc> {
    const recipientId = await this.recipient(input)
    if (recipientId === actor.id) throw refusedRecipient('self')
    authorize(maySendMessage(actor, { hasBlocked: await this.deps.blocks.isBlocked(recipientId, actor.id) }))
    const parentId = input.parentId ?? null
    if (parentId !== null) await this.requireParent(actor, parentId, recipientId)
    const screened = await this.deps.words.screen({ subject: input.subject, content: input.content })
    const { subject, content } = screened.unblocked()
    await this.limitNewAccount(actor, recipientId)
    const review = await this.deps.gate.review(actor, {
      kind: 'message',
      title: input.subject,
      content: input.content,
      files: attachments.length,
      screened: [screened],
    })
    const reasons = review.reasonsIn(null)
    if (reasons.length > 0) {
      const about = { key, kind: 'message', authorId: actor.id, boardId: null, subjectId: id } as const
      const files = {
        attachments,
        claim: `message:${id}`,
        fileIds: attachments.map((file) => file.id),
      } as const
      await this.deps.held.holdBack({
        ...about,
        ...files,
        title: subject,
        content,
        recipientId,
        parentId,
        reasons,
      })
    }
    const sent = { subject, content, parentId, attachments }
    return this.messageOf({ id, senderId: actor.id, recipientId, ...sent })
  }

  /** Returns a message that is sent now. */
  private messageOf({
    id,
    attachments = [],
    ...sent
  }: { id: number; attachments: PostAttachment[] | undefined } & Pick<
    MessageDoc,
    'senderId' | 'recipientId' | 'subject' | 'content' | 'parentId'
  >): MessageDoc {
    const now = this.deps.clock.now()
    return {
      _id: id,
      ...sent,
      ...(attachments.length > 0 && { attachments }),
      createdAt: now,
      editedAt: null,
      readAt: null,
      deletedBySender: false,
      deletedByRecipient: false,
      version: 1,
      unfinished: [workAt(now, 'message:created', [sent.recipientId, sent.senderId])],
    }
  }

  /**
   * Sends a message that a moderator has approved; a repeat sends nothing.
   *
   * @throws ForumError `NOT_FOUND` if its recipient is gone, `BLOCKED_BY_RECIPIENT`
   */
  async publish({ subjectId: id, authorId: senderId, title, ...held }: HeldDoc): Promise<void> {
    const { delivery, words, blocks } = this.deps
    if (await this.find(id)) return
    const recipientId = await this.recipient({ recipientId: held.recipientId })
    if (await blocks.isBlocked(recipientId, senderId)) throw new ForumError('BLOCKED_BY_RECIPIENT')
    const { texts } = await words.screen(
      { subject: title ?? '', content: held.approvedContent ?? held.content ?? '' },
      { isCounted: false },
    )
    const { parentId, attachments } = held
    const sent = { parentId, attachments, ...texts }
    const message = await this.insert(this.messageOf({ id, senderId, recipientId, ...sent }))
    await delivery.derive(message)
    delivery.deliverLater(message)
  }

  /** Inserts a message unless a repeat under the same key has done so meanwhile. */
  private async insert(message: MessageDoc): Promise<MessageDoc> {
    try {
      await insertDurable(this.deps.db.messages, message)
      return message
    } catch (error) {
      if (violatedKey(error) === null) throw error
      return (await this.find(message._id)) ?? message
    }
  }

  /** An id, if given, takes precedence over the name. */
  private async recipient({
    recipientId,
    recipientUsername,
  }: Pick<Sent, 'recipientId' | 'recipientUsername'>): Promise<number> {
    const _id = recipientId ?? (await this.deps.members.idOf((recipientUsername ?? '').trim())) ?? 0
    const found = await this.deps.db.members.findOne<Pick<MemberDoc, '_id'>>(
      { _id, status: { $in: [...REACHABLE] } },
      { projection: { _id: 1 } },
    )
    if (!found) throw new ForumError('RECIPIENT_NOT_FOUND')
    return found._id
  }

  /** A message can only reply to an earlier one, so that following parents always ends. */
  private async requireParent(
    actor: Actor,
    parentId: number,
    recipientId: number,
    reply?: MessageDoc,
  ): Promise<void> {
    const parent = await this.find(parentId)
    const isLater = reply && (parentId === reply._id || (parent?.createdAt ?? 0) > reply.createdAt)
    authorize(parent && !isLater ? mayReplyToMessage(actor, parent, { recipientId }) : 'NOT_FOUND')
  }

  /** Limits how many members a new account may write to for the first time. */
  private async limitNewAccount(actor: Actor, recipientId: number): Promise<void> {
    const { clock, db, limits, members } = this.deps
    if (isStaff(actor)) return
    const { joinedAt } = (await members.people([actor.id])).author(actor.id)
    if (clock.now().getTime() - Date.parse(joinedAt) >= NEW_ACCOUNT_HOURS * HOUR_MS) return
    const contact = await db.mailboxEntries.findOne({ ownerId: actor.id, otherUserId: recipientId })
    if (contact === null) await limits.consume('newContact', `user:${actor.id}`)
  }

  /**
   * Edits a message. Its recipient cannot change.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `MUTED`, `BLOCKED_BY_RECIPIENT`, `VALIDATION_FAILED`, `CONTENT_BLOCKED`
   * also for what would have to wait in a new message: the recipient has the message already
   */
  async edit({ actor }: Viewer, messageId: number, input: Edited): Promise<MessageDoc> {
    const screened = await this.deps.words.screen({ subject: input.subject, content: input.content })
    const stored = await this.find(messageId)
    const review = await this.deps.gate.review(actor, {
      kind: 'message',
      title: input.subject,
      content: input.content,
      screened: [screened],
      isEdit: true,
      visibleTexts: () => Promise.resolve(stored ? [stored.subject, stored.content] : []),
    })
    const { message } = await this.change(messageId, async (before) => {
      const { recipientId } = before
      // Parties only: others must not learn whether a member is blocked.
      authorize(mayReadMessage(actor, before))
      const hasBlocked = await this.deps.blocks.isBlocked(recipientId, actor.id)
      authorize(mayEditMessage(actor, before, { hasBlocked }))
      if ((input.recipientId ?? recipientId) !== recipientId) throw refusedRecipient('fixed')
      const parentId = input.parentId ?? before.parentId
      if (parentId !== null && parentId !== before.parentId)
        await this.requireParent(actor, parentId, recipientId, before)
      if (review.reasonsIn(null).length > 0) throw new ForumError('CONTENT_BLOCKED')
      const { subject = before.subject, content = before.content } = screened.unblocked()
      if (subject === before.subject && content === before.content && parentId === before.parentId)
        return null
      const editedAt = this.deps.clock.now()
      return {
        set: { subject, content, parentId, editedAt },
        name: 'message:updated',
        userIds: partiesOf(before),
      }
    })
    return message
  }

  /**
   * Removes a message from the mailbox of one of its parties.
   *
   * @throws ForumError `NOT_FOUND`
   */
  async remove({ actor }: Viewer, messageId: number): Promise<void> {
    await this.change(messageId, (before) => {
      authorize(mayReadMessage(actor, before))
      const set = actor.id === before.senderId ? { deletedBySender: true } : { deletedByRecipient: true }
      return { set, name: 'message:deleted', userIds: [actor.id] }
    })
  }

  /**
   * Marks a message as read by its recipient. A repeat changes nothing.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`
   */
  async markRead(
    { actor }: Viewer,
    messageId: number,
  ): Promise<{ message: MessageDoc; unread: number | null }> {
    return this.change(messageId, (before) => {
      authorize(mayMarkMessageRead(actor, before))
      if (before.readAt !== null) return null
      return { set: { readAt: this.deps.clock.now() }, name: 'message:read', userIds: partiesOf(before) }
    })
  }

  /**
   * Publishes to the other party of a conversation that the member is writing. Members who hide their online status, or
   * have blocked the other, stay unseen.
   *
   * @throws ForumError `NOT_FOUND` without any message between the two, `MUTED`, `BLOCKED_BY_RECIPIENT`
   */
  async showTyping({ actor }: Viewer, otherUserId: number): Promise<void> {
    const { blocks, db, members, publisher } = this.deps
    const [contact, hasBlocked, isBlocked, self] = await Promise.all([
      db.mailboxEntries.findOne({ ownerId: actor.id, otherUserId }, { projection: { _id: 1 } }),
      blocks.isBlocked(otherUserId, actor.id),
      blocks.isBlocked(actor.id, otherUserId),
      members.byId(actor.id),
    ])
    authorize(contact ? maySendMessage(actor, { hasBlocked }) : 'NOT_FOUND')
    if (isBlocked || !self.showOnline) return
    const user = (await members.people([actor.id])).summary(actor.id)
    try {
      await publisher.publish(audiences.user(otherUserId), 'message:typing', { user })
    } catch (error) {
      if (!(error instanceof BusUnavailableError)) throw error
    }
  }

  /** Changes a message in its current state. Returns it with its recipient's unread count; null if nothing changed. */
  private async change(
    messageId: number,
    decide: (before: MessageDoc) => Promise<Change> | Change,
  ): Promise<{ message: MessageDoc; unread: number | null }> {
    const { clock, db, delivery } = this.deps
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const before = await this.find(messageId)
      if (!before) throw new ForumError('NOT_FOUND')
      const change = await decide(before)
      if (!change) return { message: before, unread: null }
      const now = clock.now()
      const message = await db.messages.findOneAndUpdate(
        { _id: messageId, version: before.version },
        withWork({ $set: change.set, $inc: { version: 1 } }, workAt(now, change.name, change.userIds)),
        { returnDocument: 'after', writeConcern: DURABLE },
      )
      if (!message) continue
      const unread = await delivery.derive(message)
      delivery.deliverLater(message)
      return { message, unread }
    }
    throw new ForumError('UNAVAILABLE', { retryAfterSeconds: 1 })
  }

  private find(messageId: number): Promise<MessageDoc | null> {
    return this.deps.db.messages.findOne({ _id: messageId })
  }
}

const workAt = (since: Date, name: MessageEventName, userIds: number[]): MessageWork => ({
  id: randomUUID(),
  kind: 'message',
  since,
  name,
  userIds,
})

/** The parties who have not deleted a message. */
const partiesOf = ({ senderId, recipientId, deletedBySender, deletedByRecipient }: MessageDoc): number[] => [
  ...(deletedByRecipient ? [] : [recipientId]),
  ...(deletedBySender ? [] : [senderId]),
]
