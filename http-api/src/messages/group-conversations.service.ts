import { randomUUID } from 'node:crypto'
import { REFUSALS } from '@forum/shared/bilingual'
import type { Clock } from '@forum/shared/clock'
import type { GroupConversation } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { audiences } from '@forum/shared/events'
import { CONVERSATION_MEMBERS_MAX } from '@forum/shared/limits'
import { mayAddToGroup, mayReadGroup, type Actor } from '@forum/shared/policies'
import type { MemberQueries } from '../members'
import { authorize } from '../platform/http/authorize'
import { DURABLE, insertDurable, violatedKey } from '../platform/mongo/database'
import type { Ids } from '../platform/mongo/ids'
import type { InBackground } from '../platform/work/background-work'
import type { Publisher } from '../platform/work/publisher'
import { removeWork, withWork } from '../platform/work/unfinished'
import type { MessageCollections } from './collections'
import type { ConversationWork, GroupConversationDoc } from './group-conversations.model'
import type { MessageDelivery } from './message-delivery.service'
import { messageWork, type MessageDoc, type MessageOfGroup } from './messages.model'
import type { Recipients } from './recipients'

interface GroupConversationDeps {
  db: MessageCollections
  members: MemberQueries
  recipients: Recipients
  delivery: MessageDelivery
  publisher: Publisher
  ids: Ids
  clock: Clock
  inBackground: InBackground
}

type Line = Pick<NonNullable<ConversationWork['line']>, 'kind' | 'memberId'>
type Change = { set: Partial<GroupConversationDoc>; userIds: number[]; line: Line | null } | null

/** Maximum number of attempts when the conversation is changed concurrently. */
const TRIES = 8

/**
 * Conversations of several members. The document says who is a member now; each message names who received it, so that
 * an added member sees what comes afterwards, and one who left nothing more.
 */
export class GroupConversations {
  constructor(private readonly deps: GroupConversationDeps) {}

  /**
   * Returns a conversation that an actor may start, to insert once its first message may be sent.
   *
   * @throws ForumError `VALIDATION_FAILED`, `RECIPIENT_NOT_FOUND`, `BLOCKED_BY_RECIPIENT`, `FORBIDDEN` with a member whom
   * the actor has blocked
   */
  async draft(
    actor: Pick<Actor, 'id'>,
    { id, userIds, subject }: { id: number; userIds: readonly number[]; subject: string },
  ): Promise<GroupConversationDoc> {
    const others = [...new Set(userIds)]
    const refused = (code: string) => refusedField('userIds', code)
    if (others.includes(actor.id)) throw refused('self')
    if (others.length < 2) throw refused('too_few')
    for (const other of others) {
      await this.deps.recipients.reachable(other)
      const { hasBlocked, isBlocked } = await this.deps.recipients.blocksBetween(actor.id, other)
      if (hasBlocked) throw new ForumError('BLOCKED_BY_RECIPIENT')
      if (isBlocked) throw new ForumError('FORBIDDEN')
    }
    return this.documentOf({ id, starterId: actor.id, others, subject })
  }

  private documentOf(given: {
    id: number
    starterId: number
    others: readonly number[]
    subject: string
  }): GroupConversationDoc {
    const { id: _id, starterId, others, subject } = given
    const createdAt = this.deps.clock.now()
    const memberIds = [starterId, ...others]
    const work = workAt(createdAt, memberIds)
    return { _id, subject, starterId, memberIds, mutedBy: [], createdAt, version: 1, unfinished: [work] }
  }

  /**
   * Returns the conversation of a message that was held until it was approved. Who cannot be written to any more is left
   * out.
   *
   * @throws ForumError `RECIPIENT_NOT_FOUND` if nobody is left
   */
  async approved(starterId: number, given: { id: number; userIds: readonly number[]; subject: string }) {
    const { id, subject } = given
    const others = await this.deps.recipients.reachableFrom(starterId, given.userIds)
    if (others.length === 0) throw new ForumError('RECIPIENT_NOT_FOUND')
    return this.documentOf({ id, starterId, others, subject })
  }

  /** Inserts a conversation, unless a repeat of the call has done so, and tells its members of it. */
  async insert(group: GroupConversationDoc): Promise<void> {
    try {
      await insertDurable(this.deps.db.groupConversations, group)
    } catch (error) {
      if (violatedKey(error) === null) throw error
      return
    }
    this.finishLater(group)
  }

  /** @throws ForumError `NOT_FOUND` to everyone who is not its member */
  async ofMember(actor: Actor, id: number): Promise<GroupConversationDoc> {
    const group = await this.deps.db.groupConversations.findOne({ _id: id })
    if (!group) throw new ForumError('NOT_FOUND')
    authorize(mayReadGroup(actor, group))
    return group
  }

  /** Returns what a new message of a member has in place of a recipient. Nobody gets one of a member they blocked. */
  async partOf(
    { _id: id, memberIds, mutedBy }: GroupConversationDoc,
    senderId: number,
  ): Promise<MessageOfGroup> {
    const others = memberIds.filter((one) => one !== senderId)
    const to = await this.deps.recipients.reachableFrom(senderId, others)
    return { id, to, quietFor: to.filter((one) => mutedBy.includes(one)), readBy: [], deletedBy: [] }
  }

  /** Presents conversations to one of their members, by their ids. */
  async presented(ids: readonly number[], viewerId: number): Promise<ReadonlyMap<number, GroupConversation>> {
    if (ids.length === 0) return new Map()
    const found = await this.deps.db.groupConversations.find({ _id: { $in: [...ids] } }).toArray()
    const people = await this.deps.members.people(found.flatMap(({ memberIds }) => memberIds))
    return new Map(
      found.map(({ _id, subject, starterId, memberIds, mutedBy, createdAt }) => [
        _id,
        {
          id: _id,
          subject,
          starterId,
          members: memberIds.map((id) => people.summary(id)),
          isMuted: mutedBy.includes(viewerId),
          createdAt: createdAt.toISOString(),
        },
      ]),
    )
  }

  /** @throws ForumError `NOT_FOUND` */
  async present(id: number, viewerId: number): Promise<GroupConversation> {
    const group = (await this.presented([id], viewerId)).get(id)
    if (!group) throw new ForumError('NOT_FOUND')
    return group
  }

  /**
   * Adds a member, who gets what is sent from now on.
   *
   * @throws ForumError `NOT_FOUND`, `RECIPIENT_NOT_FOUND`, `BLOCKED_BY_RECIPIENT`, `FORBIDDEN` for a member whom the actor
   * has blocked, `MUTED`, `CONFLICT` for a member of it or a full conversation, `TOO_MANY_REQUESTS`
   */
  async add(actor: Actor, id: number, userId: number): Promise<void> {
    const { recipients } = this.deps
    const group = await this.ofMember(actor, id)
    await recipients.reachable(userId)
    const blocks = await recipients.blocksBetween(actor.id, userId)
    const check = (group: GroupConversationDoc) => {
      authorize(mayAddToGroup(actor, group, blocks))
      if (group.memberIds.includes(userId))
        throw new ForumError('CONFLICT', { detail: REFUSALS.alreadyInConversation })
      if (group.memberIds.length >= CONVERSATION_MEMBERS_MAX)
        throw new ForumError('CONFLICT', { detail: REFUSALS.conversationIsFull })
    }
    check(group)
    await recipients.limitNewAccount(actor, [userId])
    await this.change(actor.id, id, (group) => {
      check(group)
      const memberIds = [...group.memberIds, userId]
      return { set: { memberIds }, userIds: memberIds, line: { kind: 'added', memberId: userId } }
    })
  }

  /** @throws ForumError `NOT_FOUND` */
  async leave(actor: Actor, id: number): Promise<void> {
    await this.change(actor.id, id, (group) => {
      authorize(mayReadGroup(actor, group))
      const without = (ids: readonly number[]) => ids.filter((one) => one !== actor.id)
      const set = { memberIds: without(group.memberIds), mutedBy: without(group.mutedBy) }
      return { set, userIds: group.memberIds, line: { kind: 'left', memberId: actor.id } }
    })
  }

  /** Takes a member whose account ends out of all conversations. */
  async leaveAll(userId: number): Promise<void> {
    const found = this.deps.db.groupConversations.find({ memberIds: userId })
    for await (const { _id } of found) {
      await this.change(userId, _id, ({ memberIds, mutedBy }) => {
        if (!memberIds.includes(userId)) return null
        const without = (ids: readonly number[]) => ids.filter((one) => one !== userId)
        const set = { memberIds: without(memberIds), mutedBy: without(mutedBy) }
        return { set, userIds: set.memberIds, line: { kind: 'left', memberId: userId } }
      })
    }
  }

  /** @throws ForumError `NOT_FOUND` */
  async mute(actor: Actor, id: number, isMuted: boolean): Promise<void> {
    await this.change(actor.id, id, (group) => {
      authorize(mayReadGroup(actor, group))
      if (group.mutedBy.includes(actor.id) === isMuted) return null
      const others = group.mutedBy.filter((one) => one !== actor.id)
      return { set: { mutedBy: isMuted ? [...others, actor.id] : others }, userIds: [actor.id], line: null }
    })
  }

  /** Changes a conversation in its current state, and finishes what that leaves to do before it returns. */
  private async change(
    byId: number,
    id: number,
    decide: (before: GroupConversationDoc) => Change,
  ): Promise<void> {
    const { clock, db, ids } = this.deps
    let messageId: number | null = null
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const before = await db.groupConversations.findOne({ _id: id })
      if (!before) throw new ForumError('NOT_FOUND')
      const change = decide(before)
      if (!change) return
      const { set, userIds, line } = change
      if (line) messageId ??= await ids.next('messages')
      const work = workAt(clock.now(), userIds, line && { ...line, byId, messageId: messageId ?? 0 })
      const group = await db.groupConversations.findOneAndUpdate(
        { _id: id, version: before.version },
        withWork({ $set: set, $inc: { version: 1 } }, work),
        { returnDocument: 'after', writeConcern: DURABLE },
      )
      if (!group) continue
      await this.writeLine(group, work)
      this.finishLater(group)
      return
    }
    throw new ForumError('UNAVAILABLE', { retryAfterSeconds: 1 })
  }

  /** Does what a change of a conversation left to do. */
  async finish({ id }: ConversationWork, groupId: number): Promise<void> {
    const group = await this.deps.db.groupConversations.findOne({ _id: groupId, 'unfinished.id': id })
    if (group) await this.finishAll(group)
  }

  private finishLater(group: GroupConversationDoc): void {
    this.deps.inBackground(this.finishAll(group))
  }

  private async finishAll(group: GroupConversationDoc): Promise<void> {
    const { db, delivery, publisher } = this.deps
    const { unfinished = [], _id } = group
    for (const work of unfinished) {
      const line = await this.writeLine(group, work)
      for (const userId of publisher.isActive ? work.userIds : []) {
        const conversation = (await this.presented([_id], userId)).get(_id)
        if (!conversation) continue
        const envelope = { id: work.id, at: work.since.toISOString() }
        await publisher.publish(audiences.user(userId), 'conversation:changed', { conversation }, envelope)
      }
      // Behind the members, so that a page knows them when the line arrives.
      if (line) delivery.deliverLater(line)
    }
    const done = unfinished.map(({ id }) => id)
    await removeWork(db.groupConversations, _id, done)
  }

  /** Writes the message that says what happened, which also brings the conversation into the lists of its members. */
  private async writeLine(
    { _id: id, subject }: GroupConversationDoc,
    { line, since, userIds }: ConversationWork,
  ): Promise<MessageDoc | null> {
    if (!line) return null
    const { db, delivery } = this.deps
    const { messageId, byId, kind, memberId } = line
    const stored = await db.messages.findOne({ _id: messageId })
    if (stored) {
      await delivery.derive(stored)
      return stored
    }
    const to = userIds.filter((one) => one !== byId)
    // Who left is the sender of the line, and must not get it.
    const isLeaving = kind === 'left'
    const message: MessageDoc = {
      _id: messageId,
      senderId: byId,
      recipientId: null,
      group: { id, to, quietFor: [], readBy: [], deletedBy: isLeaving ? [byId] : [] },
      line: { kind, memberId },
      subject,
      content: '',
      parentId: null,
      createdAt: since,
      editedAt: null,
      readAt: null,
      deletedBySender: false,
      deletedByRecipient: false,
      version: 1,
      unfinished: [messageWork(since, 'message:created', isLeaving ? to : [...to, byId])],
    }
    try {
      await insertDurable(db.messages, message)
    } catch (error) {
      if (violatedKey(error) === null) throw error
    }
    await delivery.derive(message)
    return message
  }
}

const workAt = (since: Date, userIds: number[], line: ConversationWork['line'] = null): ConversationWork => ({
  id: randomUUID(),
  kind: 'conversation',
  since,
  userIds,
  line,
})
