import { type PublicPost } from '@forum/shared/contract'
import { Link } from 'react-router-dom'
import { useTexts } from '../../lib/i18n'
import { pageOfFloor } from '../../store'
import { goToPost, postPath } from './permalink'

/** What a post answers to, as it is now: who said what, and the way there. */
export function QuotedExcerpt({
  quoted,
  threadId,
}: {
  quoted: NonNullable<PublicPost['quotedPost']>
  threadId: number
}) {
  const t = useTexts()
  const floor = quoted.number === 1 ? t('thread.op') : t('thread.floor', { n: quoted.number })
  return (
    <blockquote className="quote quoted-post">
      <Link
        className="quoted-post-link"
        to={postPath({ id: quoted.id, threadId, page: pageOfFloor(quoted.number) })}
        aria-label={t('thread.toQuoted', { floor })}
        onClick={(event) => {
          if (goToPost(quoted.id)) event.preventDefault()
        }}
      >
        <b className="quote-name">{quoted.author.displayName}</b>
        {`（${floor}）：`}
      </Link>
      {quoted.isDeleted ? <span className="faint">{t('thread.quoteDeleted')}</span> : quoted.content}
    </blockquote>
  )
}
