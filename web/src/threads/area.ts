import { type AreaParts, screen } from '../state/area'
import { startForMembers } from '../state/live'
import { quotedPostsSlice } from './thread/quoted-posts.slice'
import { likersSlice } from './thread-actions/likers.slice'

const screens = () => import('./thread/screens')

/** Threads: their page, writing, and the acts of members and moderators on them. */
export const threadsArea = {
  slices: [likersSlice, quotedPostsSlice],
  routes: [
    ...(['/threads/:threadId', '/threads/:threadId/page/:page'] as const).map((path) => ({
      path,
      lazy: async () => {
        const { ThreadScreen: Component, prefetchThread: prefetch, provideExcerpts } = await screens()
        provideExcerpts()
        return { Component, prefetch }
      },
    })),
    screen('/posts/:postId', async () => (await screens()).PostRedirect),
  ],
  memberRoutes: (['/new-thread', '/new-thread/:boardId'] as const).map((path) =>
    screen(path, async () => (await import('./new-thread/NewThreadScreen')).NewThreadScreen),
  ),
  start: () => {
    startForMembers(async () => (await import('./start-drafts')).startDrafts)
  },
} satisfies AreaParts
