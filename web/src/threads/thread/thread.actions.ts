import { type Post } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { heldOf, noteHeld } from '../../state/held'
import {
  applyReturnedPost,
  catchUpSoon,
  changeThread,
  type PostEntity,
  postLiked,
  threadRead,
} from '../../state/thread-copy'

/** Loads an uploaded file as this member: moderators may load files of deleted posts. */
export function readFile(forum: Forum, filename: string): Promise<Result<Blob>> {
  return resultOf(
    forum
      .call('getUpload', { params: { filename } })
      .then(({ type, body }) => new Blob([body as Uint8Array<ArrayBuffer>], { type })),
  )
}

export function findPost(forum: Forum, postId: number | string): Promise<Result<Post>> {
  return resultOf(forum.call('getPost', { params: { postId } }).then(({ post }) => post))
}

/** Likes a post optimistically; reverts when the server refuses. */
export async function likePost(forum: Forum, post: PostEntity, liked: boolean): Promise<Result<void>> {
  const show = (isLiked: boolean, likeCount: number) => {
    forum.update((write) => {
      postLiked(write, post, isLiked, likeCount)
    })
  }
  show(liked, Math.max(0, post.likeCount + (liked ? 1 : -1)))
  const result = await resultOf(forum.call('likePost', { params: { postId: post.id }, body: { liked } }))
  if (!result.ok) {
    show(!liked, post.likeCount)
    return result
  }
  show(result.value.liked, result.value.likeCount)
  return { ok: true, value: undefined }
}

/** Saves an edit that began at `version`; `title` is for the opening post only. */
export async function editPost(
  forum: Forum,
  post: PostEntity,
  {
    title,
    ...body
  }: { content: string; version: number; title?: string; note?: string; attachmentIds?: number[] },
): Promise<Result<void>> {
  const { id: postId, threadId, seq } = post
  const result = await changeThread(forum, threadId, async () => {
    if (post.isOpeningPost) {
      const response = await forum.call('updateThread', {
        params: { threadId },
        body: { ...body, ...(title === undefined ? {} : { title }) },
      })
      const held = heldOf(response)
      if (held) noteHeld(forum, held)
      return
    }
    const response = await forum.call('updatePost', { params: { postId }, body })
    const held = heldOf(response)
    if (held) {
      noteHeld(forum, held)
      return
    }
    forum.update((write) => {
      applyReturnedPost(write, response.post, seq)
    })
  })
  // Loads the newer version, which is then shown beside the edit.
  if (!result.ok && result.error.code === 'CONFLICT') void catchUpSoon(forum, threadId)
  return result
}

/** Records the number of the last post that the member has read. */
export async function markRead(forum: Forum, threadId: number, number: number): Promise<void> {
  const result = await resultOf(forum.call('markThreadRead', { params: { threadId }, body: { number } }))
  // A failed mark is repeated the next time the reader rests.
  if (!result.ok) return
  forum.update((write) => {
    threadRead(write, threadId, number, result.value.unread)
  })
}
