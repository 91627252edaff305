import { type PostVersion } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import {
  applyThread,
  ownRelationChanged,
  type ThreadRow,
  threadCopySlice,
  viewerReturned,
} from '../../state/thread-copy'

/** Optimistically updates a member's own relation to a thread. */
async function relate(
  forum: Forum,
  threadId: number,
  name: 'isWatching' | 'isBookmarked',
  value: boolean,
  work: () => Promise<{ thread: ThreadRow }>,
): Promise<Result<void>> {
  const set = (to: boolean) => {
    forum.update((write) => {
      ownRelationChanged(write, threadId, { [name]: to })
    })
  }
  set(value)
  const result = await resultOf(work())
  if (!result.ok) {
    set(!value)
    return result
  }
  forum.update((write) => {
    applyThread(write, result.value.thread)
  })
  return { ok: true, value: undefined }
}

/** Watches a thread optimistically; reverts when the server refuses. */
export function watchThread(forum: Forum, threadId: number, watched: boolean): Promise<Result<void>> {
  return relate(forum, threadId, 'isWatching', watched, () =>
    forum.call('watchThread', { params: { threadId }, body: { watched } }),
  )
}

/** Bookmarks a thread optimistically; reverts when the server refuses. */
export function bookmarkThread(forum: Forum, threadId: number, bookmarked: boolean): Promise<Result<void>> {
  return relate(forum, threadId, 'isBookmarked', bookmarked, () =>
    forum.call('bookmarkThread', { params: { threadId }, body: { bookmarked } }),
  )
}

/** Stops a thread's replies from notifying the member, or lets them notify again. */
export function muteThread(forum: Forum, threadId: number, muted: boolean): Promise<Result<void>> {
  return resultOf(
    forum.call('muteThread', { params: { threadId }, body: { muted } }).then(({ thread }) => {
      forum.update((write) => {
        viewerReturned(write, threadId, thread.viewer)
      })
    }),
  )
}

export function readVersions(forum: Forum, postId: number): Promise<Result<PostVersion[]>> {
  return resultOf(forum.call('listPostVersions', { params: { postId } }).then(({ versions }) => versions))
}

/** Finds the number of the first post at or after a time; the last number if there is none. */
export function findNumberAt(forum: Forum, threadId: number, time: Date): Promise<Result<number>> {
  const writtenAt = async (number: number): Promise<string> => {
    const { logs, posts } = forum.read(threadCopySlice)
    const post = posts[logs[threadId]?.postIds[number] ?? 0]
    if (post) return post.createdAt
    const query = { threadId, afterNumber: number - 1, limit: 1 }
    const response = await forum.call('listPosts', { query })
    return response.posts[0]?.createdAt ?? ''
  }
  const thread = () => forum.read(threadCopySlice).threads[threadId]
  // Posts are ordered by time, so a binary search loads only a few.
  const find = async (): Promise<number> => {
    const wanted = time.toISOString()
    let [low, high] = [1, thread()?.lastNumber ?? 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const at = middle === 1 ? (thread()?.createdAt ?? '') : await writtenAt(middle)
      if (at >= wanted) high = middle
      else low = middle + 1
    }
    return low
  }
  return resultOf(find())
}
