import type { Actor, Verdict } from './members'

/** A message as policies see it: its two parties, and which of them have deleted it. */
export interface MessageSubject {
  senderId: number
  recipientId: number
  deletedBySender: boolean
  deletedByRecipient: boolean
}

/** Only the two parties may read a message, whatever a member's role; a party who has deleted it no longer may. */
export function mayReadMessage(actor: Actor, message: MessageSubject): Verdict {
  const isGone =
    actor.id === message.senderId
      ? message.deletedBySender
      : actor.id !== message.recipientId || message.deletedByRecipient
  return isGone ? 'NOT_FOUND' : 'allowed'
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
  return actor.id === message.senderId ? maySendMessage(actor, recipient) : 'FORBIDDEN'
}

/** Only the recipient may mark a message as read. */
export function mayMarkMessageRead(actor: Actor, message: MessageSubject): Verdict {
  const verdict = mayReadMessage(actor, message)
  if (verdict !== 'allowed') return verdict
  return actor.id === message.recipientId ? 'allowed' : 'FORBIDDEN'
}

/** The recipient may report a message, unless muted. */
export function mayReportMessage(actor: Actor, message: MessageSubject): Verdict {
  const verdict = mayMarkMessageRead(actor, message)
  return verdict === 'allowed' && actor.isMuted ? 'MUTED' : verdict
}

/** A message may reply to one between the same two members that its writer has not deleted. */
export function mayReplyToMessage(
  actor: Actor,
  parent: MessageSubject,
  reply: { recipientId: number },
): Verdict {
  const isBetweenThem = parent.senderId === reply.recipientId || parent.recipientId === reply.recipientId
  return isBetweenThem ? mayReadMessage(actor, parent) : 'NOT_FOUND'
}
