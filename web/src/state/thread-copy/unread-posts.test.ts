import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aThread } from '../../testing/boards'
import { countChange } from './unread-posts'

const VIEWER = {
  ...{ canEdit: false, canDelete: false, canReply: true, canModerate: false, votes: [] },
  ...{ isWatching: false, isBookmarked: false, bookmarkedPostIds: [], isMuted: false },
}

/** The server's counts of a thread with these posts: true for one that is not deleted. */
function freshly(posts: readonly boolean[], lastReadNumber: number) {
  const notDeleted = posts.flatMap((isStanding, i) => (isStanding ? [i + 1] : []))
  const unread = notDeleted.filter((number) => number > lastReadNumber)
  return {
    lastPostNumber: notDeleted.at(-1) ?? 1,
    viewer: { ...VIEWER, lastReadNumber, unreadCount: unread.length, firstUnreadNumber: unread[0] ?? null },
  }
}

it('leaves what the server would return, after any events of the log', () => {
  const acts = fc.array(fc.record({ post: fc.nat(8), does: fc.constantFrom('reply', 'own reply', 'turn') }))
  fc.assert(
    fc.property(acts, fc.nat(3), (done, read) => {
      const posts = [true, true, true]
      let lastReadNumber = read
      const thread = aThread({ id: 5, ...freshly(posts, lastReadNumber) })
      for (const { post, does } of done) {
        const before = freshly(posts, lastReadNumber)
        // The opening post is never deleted alone.
        const number = does === 'turn' ? 2 + (post % (posts.length - 1)) : posts.length + 1
        const change = does !== 'turn' ? 'created' : posts[number - 1] ? 'deleted' : 'restored'
        posts[number - 1] = change !== 'deleted'
        const isOwn = does === 'own reply'
        if (isOwn && lastReadNumber >= before.lastPostNumber) lastReadNumber = number
        const fresh = freshly(posts, lastReadNumber)
        const nextAfter = (after: number) =>
          posts.findIndex((isStanding, i) => isStanding && i + 1 > after) + 1
        const added = change === 'deleted' ? -1 : 1
        const { lastPostNumber } = fresh
        countChange(thread, { change, number, added, isOwn, lastPostNumber, nextAfter })
        thread.lastPostNumber = fresh.lastPostNumber
        expect(thread.viewer).toEqual(fresh.viewer)
      }
    }),
  )
})
