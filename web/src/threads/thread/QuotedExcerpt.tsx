import { pageOfNumber } from '@forum/shared/pages'
import { type PublicPost } from '@forum/shared/contract'
import { Link } from 'react-router-dom'
import { useForum } from '../../store'
import { blocksSlice, blocksText, isHidden } from '../../state/blocks'
import { threadCopySlice } from '../../state/thread-copy'
import { goToPost, postPath } from './permalink'
import { threadText } from './thread.texts'

/** The current text of the quoted post, with a link to it. */
export function QuotedExcerpt({
  quoted,
  threadId,
  boardId,
}: {
  quoted: NonNullable<PublicPost['quotedPost']>
  threadId: number
  boardId: number
}) {
  const isBlocked = useForum(
    (read) => isHidden(read, quoted.author.id, boardId) && !read(blocksSlice).shownPosts[quoted.id],
  )
  const name = useForum((read) => read(threadCopySlice).users[quoted.author.id]?.displayName)
  const number = quoted.number === 1 ? threadText('op') : threadText('postNumber', { n: quoted.number })
  return (
    <blockquote className="quote quoted-post">
      <Link
        className="quoted-post-link"
        to={postPath({ id: quoted.id, threadId, page: pageOfNumber(quoted.number) })}
        title={threadText('toQuoted', { number })}
        onClick={(event) => {
          if (goToPost(quoted.id)) event.preventDefault()
        }}
      >
        <b className="quote-name">{name ?? quoted.author.displayName}</b>
        {`（${number}）：`}
      </Link>
      {isBlocked ? (
        <span className="faint">{blocksText('quote')}</span>
      ) : quoted.isDeleted ? (
        <span className="faint">{threadText('quoteDeleted')}</span>
      ) : (
        quoted.content
      )}
    </blockquote>
  )
}
