import { pageOfNumber } from '@forum/shared/pages'
import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { type Forum, forum, perForum, type Read, useForum } from '../../store'
import { threadCopySlice } from '../../state/thread-copy'
import { type QuotedPost, quotedPostsSlice } from './quoted-posts.slice'
import { findPost } from './thread.actions'

const asked = perForum(() => new Set<number>())

/** Returns the facts about a post; undefined before it is loaded, null if it cannot be. */
function knownPost(read: Read, postId: number | null): QuotedPost | null | undefined {
  if (postId === null) return null
  const { posts, threads, users } = read(threadCopySlice)
  const post = posts[postId]
  if (!post) {
    const found = read(quotedPostsSlice)[postId]
    return found && { ...found, boardId: threads[found.threadId]?.boardId ?? 0 }
  }
  const { threadId, number, isDeleted, author } = post
  return {
    threadId,
    number,
    page: pageOfNumber(number),
    isDeleted,
    authorId: author.id,
    name: users[author.id]?.displayName ?? author.displayName,
    boardId: threads[threadId]?.boardId ?? 0,
  }
}

async function readQuotedPost(targetForum: Forum, postId: number): Promise<void> {
  if (asked(targetForum).has(postId)) return
  asked(targetForum).add(postId)
  const found = await findPost(targetForum, postId)
  // The next quote of it loads it again.
  if (!found.ok && found.error.mayPass) asked(targetForum).delete(postId)
  targetForum.update((write) => {
    if (!found.ok) {
      write(quotedPostsSlice)[postId] = null
      return
    }
    const { threadId, number, page, isDeleted, author } = found.value
    write(quotedPostsSlice)[postId] = {
      threadId,
      number,
      page,
      isDeleted,
      authorId: author.id,
      name: author.displayName,
    }
  })
}

/**
 * Returns the facts about the post that a quote names, and loads it if no page has. Undefined before that; null without
 * a post, or if it cannot be loaded.
 */
export function useQuotedPost(postId: number | null): QuotedPost | null | undefined {
  const quotedPost = useForum(useShallow((read) => knownPost(read, postId)))
  const isUnknown = quotedPost === undefined
  useEffect(() => {
    if (isUnknown && postId !== null) void readQuotedPost(forum, postId)
  }, [isUnknown, postId])
  return quotedPost
}
