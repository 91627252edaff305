import { signedIn, type Handlers } from '../../platform/http/mount'
import type { PostQueries } from '../posts/posts.queries'
import type { ReadStates } from './read-states.service'
import type { ShowThread } from '../threads.routes'

export interface BookmarkRoutesDeps {
  posts: PostQueries
  readStates: ReadStates
  showThread: ShowThread
}

export const bookmarkRoutes = ({ posts, readStates, showThread }: BookmarkRoutesDeps) =>
  ({
    bookmarkThread: async (call) => {
      const { threadId } = call.params
      await posts.readableThread(threadId, call.reader)
      await readStates.bookmark(signedIn(call).actor.id, threadId, call.body.bookmarked)
      return showThread(threadId, call)
    },
  }) satisfies Partial<Handlers>
