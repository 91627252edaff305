import { ALL_RIGHTS } from './access'
import { describe, expect, it } from 'vitest'
import { AUTHOR_ID, BOARD, row, verdictsOf } from './actors.fixture'
import type { BoardSubject } from './boards'
import type { Verdict } from './members'
import {
  mayDeleteThread,
  mayEditThread,
  mayModerateThread,
  mayMoveThread,
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
const FULL = 'BOARD_HAS_CHILDREN'
/** A board that none of the table's board moderators moderates. */
const elsewhere: BoardSubject = { id: BOARD + 7, postRole: 'user', hasChildren: false }

const stranger = { id: null, boards: ALL_RIGHTS }

// Rows: author, stranger, board moderator, moderator, admin; muted author, stranger and board moderator.
describe('policies of threads', () => {
  it('shows a deleted thread to its moderators only', () => {
    expect(verdictsOf((actor) => mayReadThread(actor, deleted))).toEqual(
      row(false, false, true, true, true, false, false, true),
    )
    expect(mayReadThread(stranger, deleted)).toBe(false)
    expect(verdictsOf((actor) => mayReadThread(actor, locked))).toEqual(
      row(true, true, true, true, true, true, true, true),
    )
    expect(mayReadThread(stranger, open)).toBe(true)
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

  it.each([
    ['an open thread to a board for all', open, elsewhere, row<Verdict>(NO, NO, OK, OK, OK, NO, NO, OK)],
    [
      'an open thread to a board of moderators',
      open,
      { ...elsewhere, postRole: 'moderator' as const },
      row<Verdict>(NO, NO, NO, OK, OK, NO, NO, NO),
    ],
    [
      'an open thread to a board with sub-boards',
      open,
      { ...elsewhere, hasChildren: true },
      row<Verdict>(NO, NO, FULL, FULL, FULL, NO, NO, FULL),
    ],
    [
      'a deleted thread out of sight',
      deleted,
      elsewhere,
      row<Verdict>(GONE, GONE, NO, OK, OK, GONE, GONE, NO),
    ],
  ])('decides who moves %s', (_, thread, target, expected) => {
    expect(verdictsOf((actor) => mayMoveThread(actor, thread, target))).toEqual(expected)
  })
})
