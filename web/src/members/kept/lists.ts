import { type Api, type KeptPost, type ResponseOf, type ThreadInList } from '@forum/shared/contract'
import { type List, nextPage } from '../../resource'
import { applyThread } from '../../state/thread-copy'
import { keptSlice } from './kept.slice'

type Visit = ResponseOf<Api['listHistory']>['threads'][number]

/** A page of the reader's bookmarks, the newest first. It follows no events, because only the reader changes it. */
export const bookmarks = (page: number): List<ThreadInList> => ({
  key: `bookmarks:${page}`,
  room: null,
  applyItem: applyThread,
  async read({ call }) {
    const { threads, pagination } = await call('listBookmarks', { query: { page } })
    return { items: threads, pagination }
  },
})

/** A page of the posts that the reader keeps for later, the newest bookmark first. */
export const keptPosts = (page: number): List<KeptPost> => ({
  key: `kept-posts:${page}`,
  room: null,
  applyItem: (write, post) => {
    write(keptSlice).posts[post.id] = post
  },
  async read({ call }) {
    const { posts, pagination } = await call('listBookmarks', { query: { page, kind: 'posts' } })
    return { items: posts, pagination }
  },
})

/** The threads that the reader has opened, most recently opened first. */
export const visits: List<Visit> = {
  key: 'visits',
  room: null,
  keepsOrder: true,
  applyItem: (write, visit) => {
    write(keptSlice).visits[visit.id] = visit
  },
  async read({ call, cursor }) {
    const { threads, pagination } = await call('listHistory', { query: { page: cursor ?? '1' } })
    return {
      items: threads,
      nextCursor: nextPage(pagination),
      apply: (write) => {
        for (const thread of threads) applyThread(write, thread)
        return []
      },
    }
  },
}
