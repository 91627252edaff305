import type { Api, BodyOf } from '@forum/shared/contract'
import { type Clock } from '@forum/shared/clock'
import { ForumError, refusedField } from '@forum/shared/errors'
import {
  mayLikeMessage,
  recipientsOf,
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
import { withWork } from '../platform/work/unfinished'
import type { RateLimits } from '../platform/http/rate-limits'
import type { Viewer } from '../platform/http/viewer'
import type { Collection } from '../platform/mongo/model'
import type { AttachmentService } from '../files'
import type { Gate, HeldDoc, HeldTexts } from '../gate'
import type { Words } from '../words'
import type { MessageCollections } from './collections'
import type { MessageDelivery } from './message-delivery.service'
import type { GroupConversationDoc } from './group-conversations.model'
import type { GroupConversations } from './group-conversations.service'
import {
  isReadBy,
  messageWork,
  remainingPartiesOf,
  type MessageDoc,
  type MessageEventName,
} from './messages.model'
import type { Recipients } from './recipients'

export interface MessageServiceDeps {
  db: MessageCollections & { members: Collection<MemberDoc> }
  members: MemberQueries
  recipients: Recipients
  groups: GroupConversations
  delivery: MessageDelivery
  idempotency: Idempotency
  limits: RateLimits
  words: Words
  gate: Gate
  held: HeldTexts
  attachments: AttachmentService
  ids: Ids
  clock: Clock
}

type Sent = BodyOf<Api['sendMessage']> | BodyOf<Api['startConversation']>
type Edited = BodyOf<Api['updateMessage']>

/** The changed fields of a message, and the event to publish to these users. Null if nothing changes. */
type Change = { set: Partial<MessageDoc>; name: MessageEventName; userIds: number[] } | null

/** Maximum number of attempts when the message is changed concurrently. */
const TRIES = 8

/** Where a message goes: to a member, or into a group conversation, which may be new. */
type Destination =
  | { recipientId: number; group: null }
  | { recipientId: null; group: GroupConversationDoc; isNew: boolean }

const refusedRecipient = (code: string) => refusedField('recipientId', code)

/** Commands on messages. Each one decides on a single document; everything else is derived from it. */
export class MessageService {
  constructor(private readonly deps: MessageServiceDeps) {}

  /**
   * Sends a message, or starts a group conversation with it. With a key, a repeat returns the first one.
   *
   * @throws ForumError `MUTED`, `RECIPIENT_NOT_FOUND`, `BLOCKED_BY_RECIPIENT`, `NOT_FOUND` for the conversation, the parent
   * or a file, `FORBIDDEN` with a member whom the sender has blocked, `VALIDATION_FAILED` for a message to the sender,
   * `TOO_MANY_REQUESTS`; HeldBack if it has to wait for
   * approval
   */
  async send(viewer: Viewer, input: Sent, idempotencyKey: string | undefined): Promise<MessageDoc> {
    const { idempotency, ids, delivery } = this.deps
    const userId = viewer.actor.id
    const message = await idempotency.run(
      {
        userId,
        key: idempotencyKey,
        name: 'userIds' in input ? 'startConversation' : 'sendMessage',
        body: input,
      },
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
    const destination = await this.destination(actor, id, input)
    const parentId = ('parentId' in input ? input.parentId : null) ?? null
    if (parentId !== null) {
      const { recipientId, group } = destination
      await this.requireParent(actor, parentId, { recipientId, conversationId: group?._id ?? null })
    }
    const screened = await this.deps.words.screen({ subject: input.subject, content: input.content })
    const { subject, content } = screened.unblocked()
    await this.limitNewAccount(actor, destination)
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
        recipientId: destination.recipientId,
        ...('userIds' in input && { userIds: input.userIds }),
        ...('conversationId' in input && destination.group && { conversationId: destination.group._id }),
        parentId,
        reasons,
      })
    }
    return this.messageTo(destination, { id, senderId: actor.id, subject, content, parentId, attachments })
  }

  private async destination(actor: Actor, id: number, input: Sent): Promise<Destination> {
    const { groups, recipients } = this.deps
    if ('userIds' in input) {
      authorize(maySendMessage(actor, { hasBlocked: false }))
      const group = await groups.draft(actor, { id, ...input })
      return { recipientId: null, group, isNew: true }
    }
    if (input.conversationId) {
      const group = await groups.ofMember(actor, input.conversationId)
      authorize(maySendMessage(actor, { hasBlocked: false }))
      return { recipientId: null, group, isNew: false }
    }
    const recipientId = await this.recipient(input)
    if (recipientId === actor.id) throw refusedRecipient('self')
    authorize(maySendMessage(actor, await recipients.blocksBetween(actor.id, recipientId)))
    return { recipientId, group: null }
  }

  /** New accounts may write into a conversation that others have started. */
  private async limitNewAccount(actor: Actor, to: Destination): Promise<void> {
    const others = to.group
      ? to.isNew
        ? to.group.memberIds.filter((id) => id !== actor.id)
        : []
      : [to.recipientId]
    await this.deps.recipients.limitNewAccount(actor, others)
  }

  /** Returns a message that is sent now, after the new conversation that it is in. */
  private async messageTo(
    to: Destination,
    sent: Omit<Parameters<MessageService['messageOf']>[0], 'recipientId' | 'group'>,
  ): Promise<MessageDoc> {
    const { groups } = this.deps
    if (!to.group) return this.messageOf({ ...sent, recipientId: to.recipientId })
    // A conversation has the subject as it was screened.
    const group = to.isNew ? { ...to.group, subject: sent.subject } : to.group
    if (to.isNew) await groups.insert(group)
    return this.messageOf({ ...sent, recipientId: null, group: await groups.partOf(group, sent.senderId) })
  }

  /** Returns a message that is sent now. */
  private messageOf({
    id,
    attachments = [],
    ...sent
  }: { id: number; attachments: PostAttachment[] | undefined } & Pick<
    MessageDoc,
    'senderId' | 'recipientId' | 'group' | 'subject' | 'content' | 'parentId'
  >): MessageDoc {
    const now = this.deps.clock.now()
    const message: MessageDoc = {
      _id: id,
      ...sent,
      ...(attachments.length > 0 && { attachments }),
      createdAt: now,
      editedAt: null,
      readAt: null,
      deletedBySender: false,
      deletedByRecipient: false,
      version: 1,
    }
    return { ...message, unfinished: [messageWork(now, 'message:created', remainingPartiesOf(message))] }
  }

  /**
   * Sends a message that a moderator has approved; a repeat sends nothing.
   *
   * @throws ForumError `RECIPIENT_NOT_FOUND` if its recipients are gone, `NOT_FOUND` if its author has left the
   * conversation, `BLOCKED_BY_RECIPIENT`
   */
  async publish({ subjectId: id, authorId: senderId, title, ...held }: HeldDoc): Promise<void> {
    const { delivery, words } = this.deps
    if (await this.find(id)) return
    const { texts } = await words.screen(
      { subject: title ?? '', content: held.approvedContent ?? held.content ?? '' },
      { isCounted: false },
    )
    const { parentId, attachments } = held
    const sent = { parentId, attachments, ...texts }
    const to = await this.approvedDestination({ id, senderId, subject: texts.subject }, held)
    const message = await this.insert(await this.messageTo(to, { id, senderId, ...sent }))
    await delivery.derive(message)
    delivery.deliverLater(message)
  }

  private async approvedDestination(
    { id, senderId, subject }: { id: number; senderId: number; subject: string },
    {
      recipientId: recipient,
      userIds,
      conversationId,
    }: Pick<HeldDoc, 'recipientId' | 'userIds' | 'conversationId'>,
  ): Promise<Destination> {
    const { db, groups, recipients } = this.deps
    if (userIds)
      return {
        recipientId: null,
        group: await groups.approved(senderId, { id, userIds, subject }),
        isNew: true,
      }
    if (conversationId) {
      const group = await db.groupConversations.findOne({ _id: conversationId, memberIds: senderId })
      if (!group) throw new ForumError('NOT_FOUND')
      return { recipientId: null, group, isNew: false }
    }
    const recipientId = await this.recipient({ recipientId: recipient })
    if ((await recipients.blocksBetween(senderId, recipientId)).hasBlocked)
      throw new ForumError('BLOCKED_BY_RECIPIENT')
    return { recipientId, group: null }
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
  }: Pick<BodyOf<Api['sendMessage']>, 'recipientId' | 'recipientUsername'>): Promise<number> {
    const _id = recipientId ?? (await this.deps.members.idOf((recipientUsername ?? '').trim())) ?? 0
    await this.deps.recipients.reachable(_id)
    return _id
  }

  /** A message can only reply to an earlier one, so that following parents always ends. */
  private async requireParent(
    actor: Actor,
    parentId: number,
    { recipientId, conversationId }: { recipientId: number | null; conversationId: number | null },
    reply?: MessageDoc,
  ): Promise<void> {
    const place = conversationId === null ? { recipientId: recipientId ?? 0 } : { conversationId }
    const parent = await this.find(parentId)
    const isLater = reply && (parentId === reply._id || (parent?.createdAt ?? 0) > reply.createdAt)
    authorize(parent && !isLater ? mayReplyToMessage(actor, parent, place) : 'NOT_FOUND')
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
      const userIds = await this.receiversOf(actor, before)
      const hasBlocked = await this.deps.recipients.isBlockedByAny(actor.id, recipientsOf(before))
      authorize(mayEditMessage(actor, before, { hasBlocked }))
      if ((input.recipientId ?? recipientId) !== recipientId) throw refusedRecipient('fixed')
      const parentId = input.parentId ?? before.parentId
      if (parentId !== null && parentId !== before.parentId)
        await this.requireParent(actor, parentId, placeOf(before), before)
      if (review.reasonsIn(null).length > 0) throw new ForumError('CONTENT_BLOCKED')
      const { subject = before.subject, content = before.content } = screened.unblocked()
      if (subject === before.subject && content === before.content && parentId === before.parentId)
        return null
      const editedAt = this.deps.clock.now()
      return {
        set: { subject, content, parentId, editedAt },
        name: 'message:updated',
        userIds,
      }
    })
    return message
  }

  /**
   * Returns who gets a change of a message: in a group only its current members.
   *
   * @throws ForumError `NOT_FOUND` to a party who has left the group
   */
  private async receiversOf(actor: Actor, message: MessageDoc): Promise<number[]> {
    const parties = remainingPartiesOf(message)
    if (!message.group) return parties
    const { memberIds } = await this.deps.groups.ofMember(actor, message.group.id)
    return parties.filter((id) => memberIds.includes(id))
  }

  /**
   * Removes a message from the mailbox of one of its parties.
   *
   * @throws ForumError `NOT_FOUND`
   */
  async remove({ actor }: Viewer, messageId: number): Promise<void> {
    await this.change(messageId, (before) => {
      authorize(mayReadMessage(actor, before))
      const set = before.group
        ? { group: { ...before.group, deletedBy: [...before.group.deletedBy, actor.id] } }
        : actor.id === before.senderId
          ? { deletedBySender: true }
          : { deletedByRecipient: true }
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
    const { message, unread } = await this.change(messageId, (before) => {
      authorize(mayMarkMessageRead(actor, before))
      if (isReadBy(before, actor.id)) return null
      if (before.group) {
        const group = { ...before.group, readBy: [...before.group.readBy, actor.id] }
        return { set: { group }, name: 'message:read', userIds: [actor.id] }
      }
      return {
        set: { readAt: this.deps.clock.now() },
        name: 'message:read',
        userIds: remainingPartiesOf(before),
      }
    })
    return { message, unread: unread?.get(actor.id) ?? null }
  }

  /**
   * Likes a received message, or takes the like back. A repeat changes nothing.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN` for the sender, `BLOCKED_BY_RECIPIENT`
   */
  async like({ actor }: Viewer, messageId: number, isLiked: boolean): Promise<MessageDoc> {
    const { message } = await this.change(messageId, async (before) => {
      authorize(mayReadMessage(actor, before))
      const userIds = await this.receiversOf(actor, before)
      const hasBlocked = await this.deps.recipients.isBlockedByAny(actor.id, [before.senderId])
      authorize(mayLikeMessage(actor, before, { hasBlocked }))
      const { likedBy = [] } = before
      if (likedBy.includes(actor.id) === isLiked) return null
      const others = likedBy.filter((id) => id !== actor.id)
      return {
        set: { likedBy: isLiked ? [...others, actor.id] : others },
        name: 'message:updated',
        userIds,
      }
    })
    return message
  }

  /** Changes a message in its current state. Returns it with its recipients' unread counts; null if nothing changed. */
  private async change(
    messageId: number,
    decide: (before: MessageDoc) => Promise<Change> | Change,
  ): Promise<{ message: MessageDoc; unread: ReadonlyMap<number, number> | null }> {
    const { clock, db, delivery } = this.deps
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const before = await this.find(messageId)
      if (!before) throw new ForumError('NOT_FOUND')
      const change = await decide(before)
      if (!change) return { message: before, unread: null }
      const now = clock.now()
      const message = await db.messages.findOneAndUpdate(
        { _id: messageId, version: before.version },
        withWork({ $set: change.set, $inc: { version: 1 } }, messageWork(now, change.name, change.userIds)),
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

/** Where a message was sent, as far as replies to it go. */
const placeOf = ({ recipientId, group }: MessageDoc) => ({
  recipientId,
  conversationId: group?.id ?? null,
})
