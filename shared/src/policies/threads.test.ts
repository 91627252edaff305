import { describe, expect, it } from 'vitest'
import { AUTHOR_ID, BOARD, row, verdictsOf } from './actors.fixture'
import type { Verdict } from './members'
import {
  mayDeleteThread,
  mayEditThread,
  mayModerateThread,
  mayReadThread,
  mayReply,
  type ThreadSubject,
} from './threads'

const open: ThreadSubject = { boardId: BOARD, authorId: AUTHOR_ID, isLocked: false, isDeleted: false }
const locked = { ...open, isLocked: true }
const deleted = { ...open, isDeleted: true }

const OK = 'allowed'
const NO = 'FORBIDDEN'
const GONE = 'NOT_FOUND'
const LOCK = 'THREAD_LOCKED'
const MUTE = 'MUTED'
const HAS = 'THREAD_HAS_REPLIES'

// Rows: author, stranger, board moderator, moderator, admin; muted author, stranger and board moderator.
describe('policies of threads', () => {
  it('shows a deleted thread to its moderators only', () => {
    expect(verdictsOf((actor) => mayReadThread(actor, deleted))).toEqual(
      row(false, false, true, true, true, false, false, true),
    )
    expect(mayReadThread(null, deleted)).toBe(false)
    expect(verdictsOf((actor) => mayReadThread(actor, locked))).toEqual(
      row(true, true, true, true, true, true, true, true),
    )
    expect(mayReadThread(null, open)).toBe(true)
  })

  it.each([
    ['an open', open, row<Verdict>(OK, OK, OK, OK, OK, MUTE, MUTE, MUTE)],
    ['a locked', locked, row<Verdict>(LOCK, LOCK, OK, OK, OK, MUTE, MUTE, MUTE)],
    ['a deleted', deleted, row<Verdict>(GONE, GONE, OK, OK, OK, GONE, GONE, MUTE)],
  ])('decides who replies to %s thread', (_, thread, expected) => {
    expect(verdictsOf((actor) => mayReply(actor, thread))).toEqual(expected)
  })

  it.each([
    ['an open', open, row<Verdict>(OK, NO, OK, OK, OK, MUTE, NO, MUTE)],
    ['a locked', locked, row<Verdict>(LOCK, NO, OK, OK, OK, MUTE, NO, MUTE)],
    ['a deleted', deleted, row<Verdict>(GONE, GONE, OK, OK, OK, GONE, GONE, MUTE)],
  ])('decides who edits %s thread', (_, thread, expected) => {
    expect(verdictsOf((actor) => mayEditThread(actor, thread))).toEqual(expected)
  })

  it.each([
    ['an open thread', open, false, row<Verdict>(OK, NO, OK, OK, OK, MUTE, NO, OK)],
    ['an open thread that others replied to', open, true, row<Verdict>(HAS, NO, OK, OK, OK, MUTE, NO, OK)],
    ['a locked thread', locked, false, row<Verdict>(LOCK, NO, OK, OK, OK, MUTE, NO, OK)],
    ['a deleted thread', deleted, false, row<Verdict>(GONE, GONE, OK, OK, OK, GONE, GONE, OK)],
  ])('decides who deletes %s', (_, thread, hasOtherReplies, expected) => {
    expect(verdictsOf((actor) => mayDeleteThread(actor, { ...thread, hasOtherReplies }))).toEqual(expected)
  })

  it.each([
    ['an open', open, row<Verdict>(NO, NO, OK, OK, OK, NO, NO, OK)],
    ['a locked', locked, row<Verdict>(NO, NO, OK, OK, OK, NO, NO, OK)],
    ['a deleted', deleted, row<Verdict>(GONE, GONE, OK, OK, OK, GONE, GONE, OK)],
  ])('decides who pins and locks %s thread', (_, thread, expected) => {
    expect(verdictsOf((actor) => mayModerateThread(actor, thread))).toEqual(expected)
  })
})
