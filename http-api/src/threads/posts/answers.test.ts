import { expect, it } from 'vitest'
import type { ChangeContext, PostDoc, ThreadDoc } from '../../log'
import { erasePostEvent } from './erasure-events'
import { deleteEvent, restoreEvent } from './post-events'
import { shownAnswerOf } from '../thread-events'

const at = new Date('2026-11-27T08:00:00Z')
const context: ChangeContext = { actorId: 1, at, dayOf: () => '2026-11-27' }
const thread = {
  _id: 1,
  boardId: 3,
  isDeleted: false,
  isSolved: true,
  answerId: 20,
  postCount: 3,
} as ThreadDoc
const post = (_id: number, isDeleted = false) =>
  ({ _id, threadId: 1, authorId: 2, number: 2, likeCount: 0, createdAt: at, isDeleted }) as PostDoc
const after = (changes: Partial<ThreadDoc>) => shownAnswerOf({ ...thread, ...changes })

it('shows no answer that is deleted, and shows it again once it is restored', () => {
  const deleted = deleteEvent(context, thread, post(20), null).thread
  expect(after(deleted)).toBeNull()
  const restored = restoreEvent(context, { ...thread, ...deleted }, post(20, true), null).thread
  expect(after({ ...deleted, ...restored })).toBe(20)
})

it.each([false, true])('forgets an answer that is erased for ever (deleted before: %s)', (isDeleted) => {
  const { thread: changes } = erasePostEvent(context, thread, post(20, isDeleted), null)
  expect(changes).toMatchObject({ answerId: null, isSolved: false })
})

it('keeps the answer when another reply is deleted', () => {
  expect(after(deleteEvent(context, thread, post(21), null).thread)).toBe(20)
})
