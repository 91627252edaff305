import { numbersOfPage } from '@forum/shared/pages'
import { QUOTE_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { type QuotingPost, type UserSummary } from '@forum/shared/contract'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { resultOf } from '../../lib/result'
import { forum, type Read, useForum } from '../../store'
import { isHidden } from '../../state/blocks'
import { type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { quotesIn } from './quotes-in'

const QuotingPosts = createContext<readonly QuotingPost[]>([])

/** Loads the replies that quote the posts of a page, once the page itself is rendered. */
export function ResponsesProvider({
  threadId,
  page,
  isWhole,
  children,
}: {
  threadId: number
  page: number
  isWhole: boolean
  children: ReactNode
}) {
  const [found, setFound] = useState<readonly QuotingPost[]>([])
  useEffect(() => {
    if (!isWhole) return undefined
    let isUnmounted = false
    const { first, last } = numbersOfPage(page)
    const query = { from: page === 1 ? 1 : first, to: last }
    void resultOf(forum.call('listResponses', { params: { threadId }, query })).then((result) => {
      if (!isUnmounted && result.ok) setFound(result.value.responses)
    })
    return () => {
      isUnmounted = true
    }
  }, [threadId, page, isWhole])
  return <QuotingPosts value={found}>{children}</QuotingPosts>
}

/** A reply that quotes a post. */
export interface Response {
  id: number
  number: number
  author: UserSummary
  words: string
}

/** Returns the replies that quote a post, in order: those from the server, and newer ones in the store. */
export function useResponses(postId: number, threadId: number): Response[] {
  const quotingPosts = use(QuotingPosts)
  return useForum(useShallow((read) => quoting(read, quotingPosts, { postId, threadId }))).map((post) => ({
    id: post.id,
    number: post.number,
    author: post.author,
    words: 'excerpt' in post ? post.excerpt : excerpt(post.content, QUOTE_LENGTH),
  }))
}

function quoting(
  read: Read,
  fromServer: readonly QuotingPost[],
  { postId, threadId }: { postId: number; threadId: number },
): (QuotingPost | PostEntity)[] {
  const { logs, posts, threads } = read(threadCopySlice)
  const boardId = threads[threadId]?.boardId ?? 0
  const loaded = Object.values(logs[threadId]?.postIds ?? {}).flatMap((id) => posts[id] ?? [])
  return [
    ...loaded.filter((post) => !post.isDeleted && quotedIdsOf(post).has(postId)),
    ...fromServer.filter(({ id, quotedIds }) => !posts[id] && quotedIds.includes(postId)),
  ]
    .filter(({ author }) => !isHidden(read, author.id, boardId))
    .sort((a, b) => a.number - b.number)
}

/** The quoted posts of each post. A post is replaced as a whole when it changes, so its quotes are parsed once. */
const quoted = new WeakMap<PostEntity, ReadonlySet<number>>()

function quotedIdsOf(post: PostEntity): ReadonlySet<number> {
  const before = quoted.get(post)
  if (before) return before
  const ids = new Set(quotesIn(post.content).map((quote) => quote.postId))
  if (post.quotedPostId !== null) ids.add(post.quotedPostId)
  quoted.set(post, ids)
  return ids
}
