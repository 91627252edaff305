import type { Actor, Verdict } from './members'

/** A message as policies see it: its parties, and which of them have deleted it. */
export interface MessageSubject {
  senderId: number
  /** Null in a group conversation. */
  recipientId: number | null
  deletedBySender: boolean
  deletedByRecipient: boolean
  /** What a message of a group conversation has in place of a recipient. */
  group?: { id: number; to: readonly number[]; deletedBy: readonly number[] }
  /** Says who was added or left; nobody wrote it. */
  line?: object
}

/** The members who received a message. */
export const recipientsOf = ({ recipientId, group }: MessageSubject): readonly number[] =>
  group?.to ?? (recipientId === null ? [] : [recipientId])

/** Returns whether one of the parties has deleted a message. */
export function isDeletedFor(message: MessageSubject, userId: number): boolean {
  const { senderId, deletedBySender, deletedByRecipient, group } = message
  if (group?.deletedBy.includes(userId)) return true
  return userId === senderId ? deletedBySender : deletedByRecipient
}

/** Only its parties may read a message, whatever a member's role; a party who has deleted it no longer may. */
export function mayReadMessage(actor: Actor, message: MessageSubject): Verdict {
  const isParty = actor.id === message.senderId || recipientsOf(message).includes(actor.id)
  return isParty && !isDeletedFor(message, actor.id) ? 'allowed' : 'NOT_FOUND'
}

/** Members who are not muted may write to any member who has not blocked them. */
export function maySendMessage(actor: Actor, recipient: { hasBlocked: boolean }): Verdict {
  if (actor.isMuted) return 'MUTED'
  return recipient.hasBlocked ? 'BLOCKED_BY_RECIPIENT' : 'allowed'
}

/** The sender may edit a message while allowed to write to the recipient, because the recipient receives the edit. */
export function mayEditMessage(
  actor: Actor,
  message: MessageSubject,
  recipient: { hasBlocked: boolean },
): Verdict {
  const verdict = mayReadMessage(actor, message)
  if (verdict !== 'allowed') return verdict
  return actor.id === message.senderId && !message.line ? maySendMessage(actor, recipient) : 'FORBIDDEN'
}

/** A recipient may like a message, also while muted, but not one by a member who has blocked them. */
export function mayLikeMessage(
  actor: Actor,
  message: MessageSubject,
  sender: { hasBlocked: boolean },
): Verdict {
  const verdict = mayMarkMessageRead(actor, message)
  if (verdict !== 'allowed') return verdict
  if (message.line) return 'FORBIDDEN'
  return sender.hasBlocked ? 'BLOCKED_BY_RECIPIENT' : 'allowed'
}

/** Only a recipient may mark a message as read. */
export function mayMarkMessageRead(actor: Actor, message: MessageSubject): Verdict {
  const verdict = mayReadMessage(actor, message)
  if (verdict !== 'allowed') return verdict
  return actor.id === message.senderId ? 'FORBIDDEN' : 'allowed'
}

/** A recipient may report a message, unless muted. */
export function mayReportMessage(actor: Actor, message: MessageSubject): Verdict {
  const verdict = mayMarkMessageRead(actor, message)
  if (verdict !== 'allowed') return verdict
  if (message.line) return 'FORBIDDEN'
  return actor.isMuted ? 'MUTED' : 'allowed'
}

/** A message may reply to one of the same conversation that its writer has not deleted. */
export function mayReplyToMessage(
  actor: Actor,
  parent: MessageSubject,
  reply: { recipientId: number } | { conversationId: number },
): Verdict {
  const isThere =
    'conversationId' in reply
      ? parent.group?.id === reply.conversationId
      : !parent.group && [parent.senderId, parent.recipientId].includes(reply.recipientId)
  return isThere && !parent.line ? mayReadMessage(actor, parent) : 'NOT_FOUND'
}

/** A group conversation as policies see it. */
export interface GroupSubject {
  memberIds: readonly number[]
}

/** Only its members may see a group conversation, whatever their role. */
export const mayReadGroup = (actor: Actor, group: GroupSubject): Verdict =>
  group.memberIds.includes(actor.id) ? 'allowed' : 'NOT_FOUND'

/**
 * Members of a group conversation who are not muted may add others to it, but nobody whom they have blocked or who has
 * blocked them.
 */
export function mayAddToGroup(
  actor: Actor,
  group: GroupSubject,
  added: { hasBlocked: boolean; isBlocked: boolean },
): Verdict {
  const verdict = mayReadGroup(actor, group)
  if (verdict !== 'allowed') return verdict
  return added.isBlocked ? 'FORBIDDEN' : maySendMessage(actor, added)
}
