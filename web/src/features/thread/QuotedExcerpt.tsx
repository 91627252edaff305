import { pageOfNumber } from '@forum/shared/pages'
import { type PublicPost } from '@forum/shared/contract'
import { Link } from 'react-router-dom'
import { goToPost, postPath } from './permalink'
import { threadText } from './thread.texts'

/** The current text of the quoted post, with a link to it. */
export function QuotedExcerpt({
  quoted,
  threadId,
}: {
  quoted: NonNullable<PublicPost['quotedPost']>
  threadId: number
}) {
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
        <b className="quote-name">{quoted.author.displayName}</b>
        {`（${number}）：`}
      </Link>
      {quoted.isDeleted ? <span className="faint">{threadText('quoteDeleted')}</span> : quoted.content}
    </blockquote>
  )
}
