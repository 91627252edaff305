import { signedIn, type Handlers } from '../platform/mount'
import type { PostQueries } from '../posts'
import type { ReadStates } from '../read-states'
import type { MemberThreads, ShowThread } from '../threads'

export interface BookmarkRoutesDeps {
  memberThreads: MemberThreads
  posts: PostQueries
  readStates: ReadStates
  showThread: ShowThread
}

export const bookmarkRoutes = ({ memberThreads, posts, readStates, showThread }: BookmarkRoutesDeps) =>
  ({
    listBookmarks: (call) =>
      memberThreads.bookmarks(call.query, { viewer: signedIn(call), language: call.language }),
    bookmarkThread: async (call) => {
      const { threadId } = call.params
      await posts.readableThread(threadId, call.viewer)
      await readStates.bookmark(signedIn(call).actor.id, threadId, call.body.bookmarked)
      return showThread(threadId, call)
    },
  }) satisfies Partial<Handlers>
