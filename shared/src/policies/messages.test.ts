import { describe, expect, it } from 'vitest'
import { ACTORS } from './actors.fixture'
import type { Actor } from './members'
import {
  mayReplyToMessage,
  mayEditMessage,
  mayMarkMessageRead,
  mayReadMessage,
  maySendMessage,
  type MessageSubject,
} from './messages'

const sender = ACTORS.author
const recipient: Actor = { ...sender, id: 77 }
const others = Object.entries(ACTORS).filter(([, { id }]) => id !== sender.id)
const message: MessageSubject = {
  senderId: sender.id,
  recipientId: recipient.id,
  deletedBySender: false,
  deletedByRecipient: false,
}
const open = { hasBlocked: false }
const blocked = { hasBlocked: true }

describe('policies of messages', () => {
  it.each(others)('shows a message only to its two parties, not to a %s', (_, actor) => {
    expect(mayReadMessage(actor, message)).toBe('NOT_FOUND')
    expect(mayEditMessage(actor, message, open)).toBe('NOT_FOUND')
    expect(mayMarkMessageRead(actor, message)).toBe('NOT_FOUND')
    expect(mayReplyToMessage(actor, message, { recipientId: sender.id })).toBe('NOT_FOUND')
  })

  it('hides a message from the party who has deleted it, but not from the other', () => {
    const deleted = { ...message, deletedBySender: true }
    expect(mayReadMessage(sender, deleted)).toBe('NOT_FOUND')
    expect(mayEditMessage(sender, deleted, open)).toBe('NOT_FOUND')
    expect(mayReadMessage(recipient, deleted)).toBe('allowed')
    expect(mayReadMessage(recipient, { ...message, deletedByRecipient: true })).toBe('NOT_FOUND')
  })

  it('lets only the sender edit and only the recipient mark as read', () => {
    expect(mayEditMessage(sender, message, open)).toBe('allowed')
    expect(mayEditMessage(recipient, message, open)).toBe('FORBIDDEN')
    expect(mayMarkMessageRead(recipient, message)).toBe('allowed')
    expect(mayMarkMessageRead(sender, message)).toBe('FORBIDDEN')
  })

  it('refuses messages by a muted member, or to a member who has blocked the sender', () => {
    expect(maySendMessage(sender, open)).toBe('allowed')
    expect(maySendMessage(sender, blocked)).toBe('BLOCKED_BY_RECIPIENT')
    expect(maySendMessage(ACTORS['muted author'], open)).toBe('MUTED')
    expect(mayEditMessage(sender, message, blocked)).toBe('BLOCKED_BY_RECIPIENT')
    expect(mayEditMessage(ACTORS['muted author'], message, open)).toBe('MUTED')
  })

  it('allows replies only to messages between the same two members', () => {
    expect(mayReplyToMessage(recipient, message, { recipientId: sender.id })).toBe('allowed')
    expect(mayReplyToMessage(sender, message, { recipientId: recipient.id })).toBe('allowed')
    expect(mayReplyToMessage(sender, message, { recipientId: 5 })).toBe('NOT_FOUND')
  })
})
