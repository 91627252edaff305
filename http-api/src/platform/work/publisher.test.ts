import type { BusMessage } from '@forum/shared/bus'
import { audiences } from '@forum/shared/events'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Publisher } from './publisher'

const at = '2025-01-01T00:00:00.000Z'
const open = () => {
  const sent: BusMessage[] = []
  const publish = (message: BusMessage) => Promise.resolve(void sent.push(message))
  return {
    sent,
    publisher: new Publisher({ publish }, { now: () => new Date(at) }, pino({ level: 'silent' })),
  }
}

test('publishes an event to its audience with a new envelope', async () => {
  const { sent, publisher } = open()
  await publisher.publish(audiences.session(7), 'session:revoked', { reason: 'logout' })
  expect(sent).toEqual([
    {
      audience: { kind: 'session', id: 7 },
      event: { name: 'session:revoked', id: expect.any(String) as string, at, reason: 'logout' },
    },
  ])
})

test('publishes an event with a given envelope', async () => {
  const { sent, publisher } = open()
  const envelope = { id: '5:2', at: '2024-06-01T00:00:00.000Z' }
  const changes = { isPinned: true }
  await publisher.publish(
    audiences.home(),
    'thread:bumped',
    { threadId: 5, boardId: 6, seq: 2, changes },
    envelope,
  )
  expect(sent[0]?.event).toMatchObject(envelope)
})

test('compiles only if the event may be published to the audience', async () => {
  const { publisher } = open()
  const revoked = { reason: 'logout' } as const
  // @ts-expect-error an event for a session must not be published to a thread
  await publisher.publish(audiences.thread(5), 'session:revoked', revoked)
  // @ts-expect-error an event for a session must not be published to everyone
  await publisher.publish(audiences.everyone(), 'session:revoked', revoked)
  // @ts-expect-error an event for lists must not be published to a thread
  await publisher.publish(audiences.thread(5), 'thread:bumped', {
    threadId: 5,
    boardId: 6,
    seq: 2,
    changes: {},
  })
  // @ts-expect-error an event of the gateway itself is never published
  await publisher.publish(audiences.everyone(), 'resync', {})
  // @ts-expect-error the payload belongs to another event
  await publisher.publish(audiences.session(5), 'session:revoked', { threadId: 5 })
  await publisher.publish(audiences.board(6), 'thread:bumped', {
    threadId: 5,
    boardId: 6,
    seq: 2,
    changes: {},
  })
  expect(publisher.isActive).toBe(true)
})
