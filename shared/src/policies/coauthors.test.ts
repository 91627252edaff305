import { expect, it } from 'vitest'
import { AUTHOR_ID, BOARD, row, verdictsOf } from './actors.fixture'
import { mayBecomeCoauthor, mayInviteCoauthors, mayRemoveCoauthor } from './coauthors'
import type { Verdict } from './members'
import { mayDeletePost, mayEditPost, mayReadHistory, type PostSubject } from './posts'
import { mayDeleteThread, mayEditThread, mayTypeThread, type ThreadSubject } from './threads'

const open: ThreadSubject = { boardId: BOARD, authorId: AUTHOR_ID, isLocked: false, isDeleted: false }
const locked = { ...open, isLocked: true }
const deleted = { ...open, isDeleted: true }
const opening: PostSubject = { authorId: AUTHOR_ID, isDeleted: false, isOpeningPost: true }
const named = { ...opening, isAnonymous: false }
/** Texts of somebody else, which the first and the sixth actor write too. */
const shared = { ...opening, authorId: 99, coauthorIds: [AUTHOR_ID] }
const sharedThread = { ...open, authorId: 99, coauthorIds: [AUTHOR_ID] }

const OK = 'allowed'
const NO = 'FORBIDDEN'
const GONE = 'NOT_FOUND'
const LOCK = 'THREAD_LOCKED'
const MUTE = 'MUTED'

// Rows: author, stranger, board moderator, moderator, admin; muted author, stranger and board moderator.
it.each([
  ['an opening post', named, open, row<Verdict>(OK, NO, NO, NO, NO, MUTE, NO, NO)],
  ['one in a locked thread', named, locked, row<Verdict>(LOCK, NO, NO, NO, NO, MUTE, NO, NO)],
  ['one in a deleted thread', named, deleted, row<Verdict>(GONE, GONE, NO, NO, NO, GONE, GONE, NO)],
  ['an anonymous one', { ...named, isAnonymous: true }, open, row<Verdict>(NO, NO, NO, NO, NO, NO, NO, NO)],
  ['a reply', { ...named, isOpeningPost: false }, open, row<Verdict>(NO, NO, NO, NO, NO, NO, NO, NO)],
])('decides who invites to write %s', (_, post, thread, expected) => {
  expect(verdictsOf((actor) => mayInviteCoauthors(actor, post, thread))).toEqual(expected)
})

it('lets those accept who are invited and read the thread, also when they are muted', () => {
  const invited = { ...opening, authorId: 99, invitedIds: [AUTHOR_ID] }
  expect(verdictsOf((actor) => mayBecomeCoauthor(actor, invited, open))).toEqual(
    row<Verdict>(OK, NO, NO, NO, NO, OK, NO, NO),
  )
  expect(verdictsOf((actor) => mayBecomeCoauthor(actor, invited, deleted)).author).toBe(GONE)
})

it('lets the author remove everyone, and others only themselves', () => {
  expect(mayRemoveCoauthor({ id: AUTHOR_ID }, 5, opening)).toBe(OK)
  expect(mayRemoveCoauthor({ id: 5 }, 5, opening)).toBe(OK)
  expect(mayRemoveCoauthor({ id: 5 }, 6, opening)).toBe(NO)
})

it('lets co-authors edit text and title under the rules for authors, and read the history', () => {
  const asAuthor = row<Verdict>(OK, NO, OK, OK, OK, MUTE, NO, MUTE)
  expect(verdictsOf((actor) => mayEditPost(actor, shared, sharedThread))).toEqual(asAuthor)
  expect(verdictsOf((actor) => mayEditThread(actor, sharedThread))).toEqual(asAuthor)
  expect(verdictsOf((actor) => mayEditPost(actor, shared, { ...sharedThread, isLocked: true })).author).toBe(
    LOCK,
  )
  const history = verdictsOf((actor) => mayReadHistory(actor, shared, sharedThread, { showsEdits: false }))
  expect(history).toEqual(row<Verdict>(OK, NO, OK, OK, OK, OK, NO, OK))
})

it('lets co-authors neither delete a text nor choose the type of a thread', () => {
  const asStranger = row<Verdict>(NO, NO, OK, OK, OK, NO, NO, MUTE)
  const reply = { ...shared, isOpeningPost: false }
  expect(verdictsOf((actor) => mayDeletePost(actor, reply, sharedThread))).toEqual(asStranger)
  const without = { ...sharedThread, hasOtherReplies: false }
  expect(verdictsOf((actor) => mayDeleteThread(actor, without)).author).toBe(NO)
  expect(verdictsOf((actor) => mayTypeThread(actor, sharedThread)).author).toBe(NO)
})
