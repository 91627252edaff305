import { type Post } from '@forum/shared/contract'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useShallow } from 'zustand/react/shallow'
import { type List, useList } from '../../resource'
import { useForum } from '../../store'
import { ErrorState, Pagination, Skeleton } from '../../ui'
import {
  applyPosts,
  type PostEntity,
  threadCopySlice,
  type ThreadRow,
  isSameAuthor,
} from '../../state/thread-copy'
import { authorPath, threadPath } from './permalink'
import { PostBones } from './PostBoxes'
import { PostItem } from './PostItem'
import { threadText } from './thread.texts'
import { usePostSteps } from './use-post-steps'

/** A page of the replies of one author in a thread. */
const authorPosts = (threadId: number, authorId: number, page: number): List<Post> => ({
  key: `thread:${threadId}:author:${authorId}:${page}`,
  room: null,
  // `apply` merges all of them at once, as of the thread's seq.
  applyItem: () => undefined,
  async read({ call }) {
    const response = await call('getThread', { params: { threadId }, query: { authorId, page } })
    return {
      items: response.posts,
      pagination: response.pagination,
      apply: (state) => (applyPosts(state, response.posts, response.thread.seq), []),
    }
  },
})

/** The replies of one author, in order; new ones are added as they arrive. */
export function OnlyAuthor({
  thread,
  authorId,
  page,
  onQuote,
}: {
  thread: ThreadRow
  authorId: number
  page: number
  onQuote: (post: PostEntity) => void
}) {
  const { list, updates } = useList(
    useMemo(() => authorPosts(thread.id, authorId, page), [thread.id, authorId, page]),
  )
  const loadedName = useForum((read) => read(threadCopySlice).users[authorId]?.displayName)
  const name = authorId === 0 ? thread.author.displayName : loadedName
  const isByAuthor = (post: PostEntity | undefined) =>
    post?.author.id === authorId && (authorId !== 0 || isSameAuthor(post.author, thread.author))
  const refresh = updates.refresh
  const isLastPage = list?.status === 'ready' && page >= (list.pagination?.totalPages ?? 1)
  const listed = list?.ids
  // Posts that the author writes while the list is shown are appended.
  const later = useForum(
    useShallow((read) => {
      if (!isLastPage) return []
      const last = Math.max(1, ...(listed ?? []).map((id) => read(threadCopySlice).posts[id]?.number ?? 0))
      const postIds = Object.entries(read(threadCopySlice).logs[thread.id]?.postIds ?? {})
      return postIds.flatMap(([number, id]) =>
        Number(number) > last && isByAuthor(read(threadCopySlice).posts[id]) ? [id] : [],
      )
    }),
  )
  const postIds = [...(listed ?? []), ...later]
  const { upTo } = usePostSteps(postIds, `${authorId}:${page}:${list?.status}`)
  const total = (list?.pagination?.total ?? 0) + later.length
  return (
    <>
      <p className="thread-only" role="status">
        {name !== undefined && list?.status === 'ready' && (
          <span>{threadText('onlyShown', { name, count: total })}</span>
        )}
        <Link className="link" to={threadPath(thread.id)}>
          {threadText('showAll')}
        </Link>
      </p>
      {list?.status === 'error' && (
        <ErrorState title={threadText('onlyFailed')} cause={list.error?.message} onRetry={refresh} />
      )}
      {(!list || list.status === 'loading') && (
        <Skeleton>
          <PostBones count={3} />
        </Skeleton>
      )}
      {postIds.map((id) => {
        const shown = upTo(id)
        return (
          shown !== null && (
            <PostItem
              key={id}
              postId={id}
              threadId={thread.id}
              isSigned={false}
              upTo={shown}
              onQuote={onQuote}
            />
          )
        )
      })}
      {list?.status === 'ready' && total === 0 && (
        <p className="thread-empty">{threadText('onlyNone', { name: name ?? thread.author.displayName })}</p>
      )}
      <Pagination
        page={page}
        totalPages={list?.pagination?.totalPages ?? 1}
        hrefFor={(to) => authorPath(thread.id, authorId, to)}
      />
    </>
  )
}
