import { describe, expect, it } from 'vitest'
import { notificationOf, planOf, type Held, type Wanted } from './notice-plan'
import type { Notice } from './notifications.model'

const at = (second: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, second))
const notice = (n: number, more: Partial<Notice> = {}): Notice => ({
  eventId: `7:${n}`,
  key: 'reply:7',
  kind: 'reply',
  threadId: 7,
  userIds: [1],
  at: at(n),
  part: { actorId: 100 + n, postId: n, number: n, at: at(n) },
  ...more,
})
const wanted = (notices: Notice[], userId = 1): Wanted => ({ userId, key: notices[0]?.key ?? '', notices })
/** An unread notification of the replies with these numbers, of which those in `asked` are among the notices. */
const held = (numbers: number[], asked: number[] = [], more: Partial<Held> = {}): Held => ({
  _id: 50,
  userId: 1,
  key: 'reply:7',
  kind: 'reply',
  threadId: 7,
  isRead: false,
  at: at(numbers.at(-1) ?? 0),
  parts: numbers.flatMap((n) => notice(n).part ?? []),
  size: numbers.length,
  isNew: false,
  isShown: true,
  eventIds: asked.map((n) => `7:${n}`),
  actorIds: [],
  ...more,
})
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('planOf', () => {
  it('inserts a notification where the member has none of the key', () => {
    const plan = planOf([wanted([notice(2)])], [held([1], [], { key: 'quote:7', kind: 'quote' })])
    expect(plan).toEqual({ additions: [], insertions: [wanted([notice(2)])], stored: [] })
  })

  it('adds to the unread notification, and shows it as it will be', () => {
    const { additions, insertions, stored } = planOf([wanted([notice(2), notice(3)])], [held([1])])
    expect(additions).toEqual([{ ids: [50], size: 1, notices: [notice(2), notice(3)] }])
    expect(insertions).toEqual([])
    expect(stored).toMatchObject([{ eventIds: ['7:2', '7:3'], isNew: false, notification: { at: at(3) } }])
    expect(stored[0]?.notification.parts.map(({ number }) => number)).toEqual([1, 2, 3])
  })

  it('changes nothing for a repeat, but shows the unread notification again', () => {
    const plan = planOf([wanted([notice(2)])], [held([2], [2], { isNew: true })])
    expect(plan).toMatchObject({
      additions: [],
      insertions: [],
      stored: [{ eventIds: ['7:2'], isNew: true }],
    })
  })

  it('neither changes nor shows anything for a repeat that has been read', () => {
    const plan = planOf([wanted([notice(2)])], [held([2], [2], { isRead: true })])
    expect(plan).toEqual({ additions: [], insertions: [], stored: [] })
  })

  it('adds no event that a notification of another key contains', () => {
    const quoted = held([2], [2], { _id: 51, key: 'quote:7', kind: 'quote' })
    expect(planOf([wanted([notice(2)])], [quoted, held([1])]).additions).toEqual([])
  })

  it('leaves a full notification as it is', () => {
    const plan = planOf([wanted([notice(21)])], [held(numbers(20), [], { isShown: false, parts: [] })])
    expect(plan).toEqual({ additions: [], insertions: [], stored: [] })
  })

  it('shows a long notification only if one of the notices created it', () => {
    const planned = (more: Partial<Held>) => planOf([wanted([notice(11)])], [held(numbers(10), [], more)])
    expect(planned({}).additions).toHaveLength(1)
    expect(planned({}).stored).toEqual([])
    expect(planned({ isNew: true }).stored).toHaveLength(1)
  })

  it('adds no second like of a member whom a notification lists, read or not', () => {
    const like = (n: number) => notice(n, { kind: 'like', key: 'like:9' })
    const liked = held([1], [], { key: 'like:9', kind: 'like', isRead: true, actorIds: [102] })
    expect(planOf([wanted([like(2)])], [liked]).insertions).toEqual([])
    expect(planOf([wanted([like(3)])], [liked]).insertions).toHaveLength(1)
  })

  it('changes members whose notifications are alike together', () => {
    const both = [held([1]), held([1], [], { _id: 60, userId: 2 }), held([1, 2], [], { _id: 70, userId: 3 })]
    const plan = planOf(
      [1, 2, 3].map((userId) => wanted([notice(4)], userId)),
      both,
    )
    expect(plan.additions.map(({ ids }) => ids)).toEqual([[50, 60], [70]])
  })
})

it('a new notification lists as many events as it may and is as new as the last', () => {
  const doc = notificationOf(1, wanted(numbers(25).map((n) => notice(n))))
  expect(doc.parts).toHaveLength(20)
  expect(doc).toMatchObject({ userId: 1, key: 'reply:7', at: at(25), isRead: false })
  expect(doc.eventIds).toHaveLength(25)
  expect(Object.keys(doc)).not.toContain('eventId')
})
