import type { Actor, Verdict } from './members'

/** A message as policies see it: who its two parties are, and who of them has deleted it. */
export interface MessageSubject {
  senderId: number
  recipientId: number
  deletedBySender: boolean
  deletedByRecipient: boolean
}

/** Its two parties and nobody else, whatever their role; for the one who has deleted it, it is gone. */
export function mayReadMessage(actor: Actor, message: MessageSubject): Verdict {
  const isGone =
    actor.id === message.senderId
      ? message.deletedBySender
      : actor.id !== message.recipientId || message.deletedByRecipient
  return isGone ? 'NOT_FOUND' : 'allowed'
}

/** Anyone who is not muted, to anyone who has not blocked them. */
export function maySendMessage(actor: Actor, recipient: { hasBlocked: boolean }): Verdict {
  if (actor.isMuted) return 'MUTED'
  return recipient.hasBlocked ? 'BLOCKED_BY_RECIPIENT' : 'allowed'
}

/** Its sender, who may still write to the recipient: an edit reaches them as a message does. */
export function mayEditMessage(
  actor: Actor,
  message: MessageSubject,
  recipient: { hasBlocked: boolean },
): Verdict {
  const verdict = mayReadMessage(actor, message)
  if (verdict !== 'allowed') return verdict
  return actor.id === message.senderId ? maySendMessage(actor, recipient) : 'FORBIDDEN'
}

/** Its recipient. */
export function mayMarkMessageRead(actor: Actor, message: MessageSubject): Verdict {
  const verdict = mayReadMessage(actor, message)
  if (verdict !== 'allowed') return verdict
  return actor.id === message.recipientId ? 'allowed' : 'FORBIDDEN'
}

/** A reply answers a message between the same two members that its writer still has. */
export function mayAnswerMessage(
  actor: Actor,
  parent: MessageSubject,
  reply: { recipientId: number },
): Verdict {
  const isBetweenThem = parent.senderId === reply.recipientId || parent.recipientId === reply.recipientId
  return isBetweenThem ? mayReadMessage(actor, parent) : 'NOT_FOUND'
}
