import { type KeptPost, type Post, type PostBookmark } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { loadList } from '../../resource'
import { type Forum } from '../../store'
import { threadCopySlice, viewerReturned } from '../../state/thread-copy'
import { keptSlice } from './kept.slice'
import { visits } from './lists'

type Subject = Pick<Post, 'id' | 'threadId'>

/** Bookmarks a post, or changes its note and reminder; omitted fields stay. */
export async function keepPost(
  forum: Forum,
  { id, threadId }: Subject,
  changes: { note?: string; remindAt?: string | null } = {},
): Promise<Result<PostBookmark>> {
  const result = await resultOf(
    forum.call('bookmarkPost', { params: { postId: id }, body: { bookmarked: true, ...changes } }),
  )
  if (!result.ok) return result
  const { bookmark } = result.value.post
  if (!bookmark) return { ok: true, value: { note: '', remindAt: null, createdAt: '' } }
  forum.update((write) => {
    setKept(forum, write, { id, threadId }, true)
    const keptPost = write(keptSlice).posts[id]
    if (keptPost) keptPost.bookmark = bookmark
  })
  return { ok: true, value: bookmark }
}

/** Removes the bookmark of a post, and its row from the list of bookmarks. */
export async function forgetPost(forum: Forum, { id, threadId }: Subject): Promise<Result<void>> {
  const result = await resultOf(
    forum.call('bookmarkPost', { params: { postId: id }, body: { bookmarked: false } }),
  )
  if (!result.ok) return result
  forum.update((write) => {
    setKept(forum, write, { id, threadId }, false)
    Reflect.deleteProperty(write(keptSlice).posts, id)
  })
  return { ok: true, value: undefined }
}

/** Restores a removed bookmark, at its place in the list. */
export async function keepPostAgain(
  forum: Forum,
  post: Subject,
  { note, remindAt }: Pick<PostBookmark, 'note' | 'remindAt'>,
  row?: KeptPost,
): Promise<Result<PostBookmark>> {
  // The server does not accept a reminder in the past.
  const isDue = remindAt !== null && Date.parse(remindAt) <= Date.now()
  const result = await keepPost(forum, post, { note, remindAt: isDue ? null : remindAt })
  if (result.ok && row)
    forum.update((write) => {
      write(keptSlice).posts[row.id] = { ...row, bookmark: result.value }
    })
  return result
}

/** Deletes the record of the threads that the member has opened. */
export async function clearHistory(forum: Forum): Promise<Result<void>> {
  const result = await resultOf(forum.call('clearHistory'))
  if (!result.ok) return result
  await loadList(forum, visits)
  return { ok: true, value: undefined }
}

function setKept(
  forum: Forum,
  write: Parameters<Parameters<Forum['update']>[0]>[0],
  post: Subject,
  isKept: boolean,
) {
  const viewer = forum.read(threadCopySlice).threads[post.threadId]?.viewer
  if (!viewer) return
  const others = viewer.bookmarkedPostIds.filter((id) => id !== post.id)
  viewerReturned(write, post.threadId, {
    ...viewer,
    bookmarkedPostIds: isKept ? [...others, post.id] : others,
  })
}
