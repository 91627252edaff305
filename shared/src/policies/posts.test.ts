import { describe, expect, it } from 'vitest'
import { AUTHOR_ID, BOARD, row, verdictsOf } from './actors.fixture'
import type { Verdict } from './members'
import {
  canDeletePost,
  mayDeletePost,
  mayEditPost,
  mayLikePost,
  mayQuotePost,
  mayReadContent,
  mayReadHistory,
  mayReportPost,
  mayRestorePost,
  type PostSubject,
} from './posts'
import type { ThreadSubject } from './threads'

/** Another member's thread, so that its author has no say in the post. */
const open: ThreadSubject = { boardId: BOARD, authorId: 99, isLocked: false, isDeleted: false }
const locked = { ...open, isLocked: true }
const deleted = { ...open, isDeleted: true }

const reply: PostSubject = { authorId: AUTHOR_ID, isDeleted: false, isOpeningPost: false }
const tombstone = { ...reply, isDeleted: true }
const opening = { ...reply, isOpeningPost: true }

const OK = 'allowed'
const NO = 'FORBIDDEN'
const GONE = 'NOT_FOUND'
const LOCK = 'THREAD_LOCKED'
const MUTE = 'MUTED'

// Rows: author, stranger, board moderator, moderator, admin; muted author, stranger and board moderator.
describe('shows the text of a tombstone to moderators only', () => {
  it('shows the text of a tombstone to moderators only', () => {
    expect(verdictsOf((actor) => mayReadContent(actor, tombstone, open))).toEqual(
      row(false, false, true, true, true, false, false, true),
    )
    expect(mayReadContent(null, tombstone, open)).toBe(false)
    expect(verdictsOf((actor) => mayReadContent(actor, reply, open))).toEqual(
      row(true, true, true, true, true, true, true, true),
    )
    expect(mayReadContent(null, reply, open)).toBe(true)
  })

  it.each([
    ['a reply', reply, open, row<Verdict>(OK, NO, OK, OK, OK, MUTE, NO, MUTE)],
    ['a reply in a locked thread', reply, locked, row<Verdict>(LOCK, NO, OK, OK, OK, MUTE, NO, MUTE)],
    ['a reply in a deleted thread', reply, deleted, row<Verdict>(GONE, GONE, OK, OK, OK, GONE, GONE, MUTE)],
    ['a tombstone', tombstone, open, row<Verdict>(GONE, NO, OK, OK, OK, GONE, NO, MUTE)],
    ['an opening post', opening, open, row<Verdict>(OK, NO, OK, OK, OK, MUTE, NO, MUTE)],
  ])('decides who edits %s', (_, post, thread, expected) => {
    expect(verdictsOf((actor) => mayEditPost(actor, post, thread))).toEqual(expected)
  })

  it.each([
    ['a reply', reply, open, row<Verdict>(OK, NO, OK, OK, OK, MUTE, NO, MUTE)],
    ['a reply in a locked thread', reply, locked, row<Verdict>(LOCK, NO, OK, OK, OK, MUTE, NO, MUTE)],
    ['a reply in a deleted thread', reply, deleted, row<Verdict>(GONE, GONE, OK, OK, OK, GONE, GONE, MUTE)],
    ['a tombstone', tombstone, open, row<Verdict>(OK, NO, OK, OK, OK, MUTE, NO, MUTE)],
    ['an opening post', opening, open, row<Verdict>(NO, NO, NO, NO, NO, NO, NO, NO)],
  ])('decides who deletes %s', (_, post, thread, expected) => {
    expect(verdictsOf((actor) => mayDeletePost(actor, post, thread))).toEqual(expected)
  })

  it('allows deleting only a reply that is not deleted', () => {
    expect(verdictsOf((actor) => canDeletePost(actor, reply, open))).toEqual(
      row(true, false, true, true, true, false, false, false),
    )
    for (const post of [tombstone, opening]) {
      expect(verdictsOf((actor) => canDeletePost(actor, post, open))).toEqual(
        row(false, false, false, false, false, false, false, false),
      )
    }
  })

  it.each([
    ['a tombstone', tombstone, open, row<Verdict>(NO, NO, OK, OK, OK, NO, NO, OK)],
    ['a tombstone in a locked thread', tombstone, locked, row<Verdict>(NO, NO, OK, OK, OK, NO, NO, OK)],
    [
      'a tombstone of a deleted thread',
      tombstone,
      deleted,
      row<Verdict>(GONE, GONE, OK, OK, OK, GONE, GONE, OK),
    ],
    ['an opening post', opening, open, row<Verdict>(NO, NO, NO, NO, NO, NO, NO, NO)],
  ])('decides who restores %s', (_, post, thread, expected) => {
    expect(verdictsOf((actor) => mayRestorePost(actor, post, thread))).toEqual(expected)
  })

  it.each([
    ['a reply', reply, open, row<Verdict>(NO, OK, OK, OK, OK, NO, OK, OK)],
    ['a reply in a locked thread', reply, locked, row<Verdict>(NO, OK, OK, OK, OK, NO, OK, OK)],
    ['a reply in a deleted thread', reply, deleted, row<Verdict>(GONE, GONE, OK, OK, OK, GONE, GONE, OK)],
    ['a tombstone', tombstone, open, row<Verdict>(GONE, GONE, GONE, GONE, GONE, GONE, GONE, GONE)],
  ])('decides who likes %s', (_, post, thread, expected) => {
    expect(verdictsOf((actor) => mayLikePost(actor, post, thread))).toEqual(expected)
  })

  it.each([
    ['a reply', reply, open, row<Verdict>(NO, OK, OK, OK, OK, NO, MUTE, MUTE)],
    ['an opening post', opening, open, row<Verdict>(NO, OK, OK, OK, OK, NO, MUTE, MUTE)],
    ['a reply in a locked thread', reply, locked, row<Verdict>(NO, OK, OK, OK, OK, NO, MUTE, MUTE)],
    ['a reply in a deleted thread', reply, deleted, row<Verdict>(GONE, GONE, OK, OK, OK, GONE, GONE, MUTE)],
    ['a tombstone', tombstone, open, row<Verdict>(GONE, GONE, GONE, GONE, GONE, GONE, GONE, GONE)],
  ])('decides who reports %s', (_, post, thread, expected) => {
    expect(verdictsOf((actor) => mayReportPost(actor, post, thread))).toEqual(expected)
  })

  it.each([
    ['a reply', reply, open, row<Verdict>(OK, NO, OK, OK, OK, OK, NO, OK)],
    ['a tombstone', tombstone, open, row<Verdict>(GONE, NO, OK, OK, OK, GONE, NO, OK)],
    ['a reply in a deleted thread', reply, deleted, row<Verdict>(GONE, GONE, OK, OK, OK, GONE, GONE, OK)],
  ])('decides who reads the history of %s', (_, post, thread, expected) => {
    expect(verdictsOf((actor) => mayReadHistory(actor, post, thread, { showsEdits: false }))).toEqual(
      expected,
    )
  })

  it('lets everyone read the history of posts that stand, in a board that shows edits', () => {
    const verdicts = (post: PostSubject) =>
      verdictsOf((actor) => mayReadHistory(actor, post, open, { showsEdits: true }))
    expect(verdicts(reply)).toEqual(row<Verdict>(OK, OK, OK, OK, OK, OK, OK, OK))
    expect(verdicts(tombstone)).toEqual(row<Verdict>(GONE, GONE, OK, OK, OK, GONE, GONE, OK))
  })

  it('allows quoting only visible posts of the same thread', () => {
    expect(mayQuotePost({ threadId: 7, isDeleted: false }, { id: 7 })).toBe(OK)
    expect(mayQuotePost({ threadId: 8, isDeleted: false }, { id: 7 })).toBe(GONE)
    expect(mayQuotePost({ threadId: 7, isDeleted: true }, { id: 7 })).toBe(GONE)
  })
})
