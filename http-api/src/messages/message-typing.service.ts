import { audiences } from '@forum/shared/events'
import { maySendMessage, type Actor } from '@forum/shared/policies'
import type { MemberQueries } from '../members'
import { authorize } from '../platform/http/authorize'
import type { Viewer } from '../platform/http/viewer'
import { BusUnavailableError, type Publisher } from '../platform/work/publisher'
import type { MessageCollections } from './collections'
import type { GroupConversations } from './group-conversations.service'
import type { Recipients } from './recipients'

interface MessageTypingDeps {
  db: MessageCollections
  members: MemberQueries
  recipients: Recipients
  groups: GroupConversations
  publisher: Publisher
}

/** Shows members that another is writing to them. Nothing is stored. */
export class MessageTyping {
  constructor(private readonly deps: MessageTypingDeps) {}

  /**
   * Publishes to the others in a conversation that the member is writing. Members who hide their online status, or have
   * blocked the other, stay unseen.
   *
   * @throws ForumError `NOT_FOUND` without any message between the two, or outside of the group; `MUTED`,
   * `BLOCKED_BY_RECIPIENT`
   */
  async show({ actor }: Viewer, to: { userId: number } | { conversationId: number }): Promise<void> {
    const { members, publisher } = this.deps
    const conversationId = 'conversationId' in to ? to.conversationId : null
    const receivers =
      'userId' in to ? await this.other(actor, to.userId) : await this.others(actor, to.conversationId)
    if (receivers.length === 0 || !(await members.byId(actor.id)).showOnline) return
    const user = (await members.people([actor.id])).summary(actor.id)
    try {
      for (const id of receivers)
        await publisher.publish(audiences.user(id), 'message:typing', { user, conversationId })
    } catch (error) {
      if (!(error instanceof BusUnavailableError)) throw error
    }
  }

  private async other(actor: Actor, userId: number): Promise<number[]> {
    const { db, recipients } = this.deps
    const [contact, { hasBlocked, isBlocked }] = await Promise.all([
      db.mailboxEntries.findOne({ ownerId: actor.id, otherUserId: userId }, { projection: { _id: 1 } }),
      recipients.blocksBetween(actor.id, userId),
    ])
    authorize(contact ? maySendMessage(actor, { hasBlocked }) : 'NOT_FOUND')
    return isBlocked ? [] : [userId]
  }

  private async others(actor: Actor, conversationId: number): Promise<number[]> {
    const { groups, recipients } = this.deps
    const group = await groups.ofMember(actor, conversationId)
    authorize(maySendMessage(actor, { hasBlocked: false }))
    const { to } = await groups.partOf(group, actor.id)
    return recipients.notBlockedBy(actor.id, to)
  }
}
