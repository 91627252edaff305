import { type QuoteNode } from '@forum/shared/markup'
import { type PublicPost } from '@forum/shared/contract'
import { createContext, type ReactNode, use } from 'react'
import { Link } from 'react-router-dom'
import { useForum } from '../../store'
import { classNames } from '../../ui'
import { blocksSlice, blocksText, isHidden } from '../../state/blocks'
import { excerptOf, threadCopySlice } from '../../state/thread-copy'
import { markupText } from './markup.texts'
import { goToPost, postPath } from './permalink'
import { type QuotedPost } from './quoted-posts.slice'
import { useQuotedPost } from './use-quoted-post'

/** A post to which another one replies as a whole. */
export type AnsweredPost = NonNullable<PublicPost['quotedPost']>

/** The post to which a text replies, and the quote in it of that post that does not name it. */
export const Answered = createContext<{ post: AnsweredPost | null; unnamed: QuoteNode | undefined }>({
  post: null,
  unnamed: undefined,
})

/**
 * A quote. If it names its post, author and state come from that post: whatever name it contains, it does not show the
 * words of a deleted post or of a blocked author.
 */
export function Quote({ node, children }: { node: QuoteNode; children: ReactNode }) {
  const answered = use(Answered)
  const postId = answered.post !== null && answered.unnamed === node ? answered.post.id : node.postId
  const quoted = useQuotedPost(postId)
  const isAnswered = postId !== null && answered.post?.id === postId
  const isDeleted = quoted?.isDeleted ?? (isAnswered && answered.post?.isDeleted)
  const authorId = quoted?.authorId ?? (isAnswered ? answered.post?.author.id : undefined)
  const isBlocked = useForum(
    (read) =>
      postId !== null &&
      authorId !== undefined &&
      isHidden(read, authorId, quoted?.boardId ?? 0) &&
      !read(blocksSlice).shownPosts[postId],
  )
  const isEmpty = postId !== null && node.children.length === 0
  // The text was loaded while the quoted post was deleted, which has been restored since.
  const restored = useForum((read) =>
    isEmpty ? excerptOf(read(threadCopySlice).posts[postId]?.content ?? '') : '',
  )
  const name = quoted?.name ?? node.name
  const isWithheld = isDeleted === true || (isEmpty && restored === '')
  const quote = (
    <blockquote className={classNames('quote', postId !== null && 'quote-of-post')}>
      {name !== null &&
        (postId === null || quoted === null ? (
          <b className="quote-name">{name}：</b>
        ) : (
          <QuotedLink name={name} postId={postId} quoted={quoted} />
        ))}
      {isBlocked ? (
        <span className="faint">{blocksText('quote')}</span>
      ) : isWithheld ? (
        <span className="faint">{markupText('quoteDeleted')}</span>
      ) : (
        restored || children
      )}
    </blockquote>
  )
  if (!node.collapsed) return quote
  return (
    <details className="quote-folded">
      <summary>{markupText('earlierQuotes')}</summary>
      {quote}
    </details>
  )
}

/** The author and number of a quoted post, with a link to it; the number keeps its space until it is loaded. */
function QuotedLink({
  name,
  postId,
  quoted,
}: {
  name: string
  postId: number
  quoted: QuotedPost | undefined
}) {
  const number = markupText('postNumber', { n: quoted?.number ?? 100 })
  return (
    <Link
      className="quoted-post-link"
      to={quoted ? postPath({ ...quoted, id: postId }) : `/posts/${postId}`}
      onClick={(event) => {
        if (goToPost(postId)) event.preventDefault()
      }}
    >
      <b className="quote-name">{name}</b>
      <span className={quoted ? undefined : 'quote-number-unknown'}>（{number}）</span>：
    </Link>
  )
}
