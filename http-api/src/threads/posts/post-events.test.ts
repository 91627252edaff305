import { describe, expect, it } from 'vitest'
import type { ChangeContext, PostDoc, ThreadDoc } from '../../log'
import { erasePostEvent, scrubPostEvent } from './erasure-events'
import { deleteEvent, editEvent, likeEvent, restoreEvent, threadDeletionEvent } from './post-events'

const WRITER = 9
const ALIAS = -70_001
const context: ChangeContext = {
  actorId: WRITER,
  at: new Date('2026-11-27T08:00:00Z'),
  dayOf: () => '2026-11-27',
}

it.each([
  ['deletes it before anyone replied', { isDeleted: true, hasOtherReplies: false }, ALIAS],
  ['deletes it with replies of others', { isDeleted: true, hasOtherReplies: true }, WRITER],
  ['restores it', { isDeleted: false, hasOtherReplies: false }, WRITER],
])(
  'names the moderator who is the author of an anonymous thread as an author alone may act: %s',
  (_, { isDeleted, hasOtherReplies }, expected) => {
    const thread = { boardId: 3, authorId: ALIAS, writerId: WRITER, hasOtherReplies } as ThreadDoc
    expect(threadDeletionEvent(context, thread, [], isDeleted).actorId).toBe(expected)
  },
)

describe('every event of a post that has moved comes after those of its former thread', () => {
  const thread = {
    _id: 7,
    boardId: 3,
    seq: 12,
    postCount: 3,
    lastNumber: 4,
    lastPostAt: context.at,
  } as ThreadDoc
  const post = {
    ...{ _id: 26, threadId: 7, number: 4, authorId: WRITER, content: '原来的话', likeCount: 1, version: 2 },
    ...{ createdAt: context.at, seqBase: 50, quotedPostId: null, isDeleted: false },
  } as PostDoc
  it.each([
    ['an edit', editEvent(context, thread, post, { content: '改过的话' })],
    ['a like', likeEvent(context, thread, post, true)],
    ['a deletion', deleteEvent(context, thread, post, null)],
    ['a restoration', restoreEvent(context, thread, { ...post, isDeleted: true }, null)],
    ['an erasure', erasePostEvent(context, thread, post, null)],
    ['a quote that is emptied', scrubPostEvent(context, thread, post, '')],
  ])('%s', (_, event) => {
    expect(event?.post?.seqBase).toBe(50)
  })
})
