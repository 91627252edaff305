import { mayModerate } from '@forum/shared/policies'
import { useCallback } from 'react'
import { Link } from 'react-router-dom'
import { actorOf } from '../../lib/actor'
import { resultOf } from '../../lib/result'
import { useLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import { RelativeTime } from '../../ui'
import { CircleCheck } from '../../ui/icons'
import { isHidden } from '../../state/blocks'
import { useSession } from '../../state/session'
import { threadCopySlice } from '../../state/thread-copy'
import { postPath } from './permalink'
import { PostPreview } from './PostPreview'
import { answerText } from './answer.texts'
import './answer.css'

/** The reply that answers a question, under the opening post, with a link to its place. */
export function Answer({ threadId }: { threadId: number }) {
  const answerId = useForum((read) => read(threadCopySlice).threads[threadId]?.answerId ?? null)
  return answerId === null ? null : <KnownAnswer key={answerId} postId={answerId} />
}

function KnownAnswer({ postId }: { postId: number }) {
  const copied = useForum((read) => read(threadCopySlice).posts[postId])
  // The answer may be on another page.
  const isMissing = copied === undefined
  const load = useCallback(
    () =>
      resultOf(
        isMissing
          ? forum.call('getPost', { params: { postId } }).then(({ post }) => post)
          : Promise.resolve(null),
      ),
    [postId, isMissing],
  )
  const loaded = useLoaded(load)
  const post = copied ?? (loaded.status === 'ready' ? loaded.data : null)
  const boardId = useForum((read) => read(threadCopySlice).threads[post?.threadId ?? 0]?.boardId ?? 0)
  const isBlocked = useForum((read) => post !== null && isHidden(read, post.author.id, boardId))
  const isBanned = useForum(
    (read) =>
      post !== null && (read(threadCopySlice).users[post.author.id] ?? post.author).status === 'banned',
  )
  const { user } = useSession()
  if (!post || post.isDeleted || isBlocked) return null
  return (
    <section className="answer" aria-label={answerText('answer')}>
      <p className="answer-head meta num">
        <b className="answer-mark">
          <CircleCheck aria-hidden /> {answerText('answer')}
        </b>
        <span className="one-line">{post.author.displayName}</span>
        <RelativeTime at={post.createdAt} />
        <Link to={postPath(post)} className="link">
          {answerText('toPlace', { n: post.number })} ›
        </Link>
      </p>
      <PostPreview
        source={post.content}
        attachments={post.attachments}
        hidesLinks={isBanned && !mayModerate(actorOf(user), boardId)}
      />
    </section>
  )
}
