import { expect, it } from 'vitest'
import type { ChangeContext, ThreadDoc } from '../../log'
import { threadDeletionEvent } from './post-events'

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
