import { describe, expect, it } from 'vitest'
import { ACTORS } from './actors.fixture'
import type { Actor } from './members'
import {
  mayAddToGroup,
  mayLikeMessage,
  mayReplyToMessage,
  mayReportMessage,
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
const group = { id: 9, to: [recipient.id, 78], deletedBy: [] as number[] }
const toGroup: MessageSubject = { ...message, recipientId: null, group }
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

  it('shows a message of a group only to its sender and to those who received it', () => {
    for (const id of [sender.id, recipient.id, 78]) {
      expect(mayReadMessage({ ...recipient, id }, toGroup)).toBe('allowed')
      const deleted = { ...toGroup, group: { ...group, deletedBy: [id] } }
      expect(mayReadMessage({ ...recipient, id }, deleted)).toBe('NOT_FOUND')
    }
    for (const [, actor] of others) expect(mayReadMessage(actor, toGroup)).toBe('NOT_FOUND')
  })

  it('allows replies in a group only to messages of that group', () => {
    expect(mayReplyToMessage(recipient, toGroup, { conversationId: 9 })).toBe('allowed')
    expect(mayReplyToMessage(recipient, toGroup, { conversationId: 8 })).toBe('NOT_FOUND')
    expect(mayReplyToMessage(recipient, toGroup, { recipientId: sender.id })).toBe('NOT_FOUND')
    expect(mayReplyToMessage(recipient, message, { conversationId: 9 })).toBe('NOT_FOUND')
  })

  it('treats a line of a group as no message', () => {
    const line = { ...toGroup, line: { kind: 'left' } }
    expect(mayReadMessage(recipient, line)).toBe('allowed')
    expect(mayEditMessage(sender, line, open)).toBe('FORBIDDEN')
    expect(mayReportMessage(recipient, line)).toBe('FORBIDDEN')
    expect(mayLikeMessage(recipient, line, open)).toBe('FORBIDDEN')
    expect(mayReplyToMessage(recipient, line, { conversationId: 9 })).toBe('NOT_FOUND')
  })

  it('lets recipients like a message while they may write to its sender', () => {
    expect(mayLikeMessage(recipient, message, open)).toBe('allowed')
    expect(mayLikeMessage(sender, message, open)).toBe('FORBIDDEN')
    expect(mayLikeMessage(recipient, message, blocked)).toBe('BLOCKED_BY_RECIPIENT')
    expect(mayLikeMessage({ ...recipient, isMuted: true }, message, open)).toBe('allowed')
  })

  it('lets members add to their group anyone whom no block separates from them', () => {
    const one = { memberIds: [sender.id, recipient.id] }
    expect(mayAddToGroup(recipient, one, { ...open, isBlocked: false })).toBe('allowed')
    expect(mayAddToGroup(recipient, one, { ...open, isBlocked: true })).toBe('FORBIDDEN')
    expect(mayAddToGroup(recipient, one, { ...blocked, isBlocked: false })).toBe('BLOCKED_BY_RECIPIENT')
    expect(mayAddToGroup({ ...recipient, isMuted: true }, one, { ...open, isBlocked: false })).toBe('MUTED')
    for (const [, actor] of others)
      expect(mayAddToGroup(actor, one, { ...open, isBlocked: false })).toBe('NOT_FOUND')
  })
})
