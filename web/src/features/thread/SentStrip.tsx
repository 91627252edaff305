import { type Post } from '@forum/shared/contract'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { IconButton } from '../../ui'
import { CircleCheck, X } from '../../ui/icons'
import { goToPost, postPath } from './permalink'
import { threadText } from './thread.texts'

const SHOWN_MS = 8_000

/** Says where the reply is that was just sent, with a link to it; the reader stays where they were. */
export function SentStrip({ post, onClose }: { post: Post; onClose: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [post.id, onClose])
  return (
    <div className="reply-strip">
      <div className="reply-strip-bar reply-strip-sent">
        <CircleCheck aria-hidden />
        <span>{threadText('sent', { number: post.number })}</span>
        <Link
          to={postPath(post)}
          onClick={(event) => {
            if (goToPost(post.id, 'smooth')) event.preventDefault()
            onClose()
          }}
        >
          {threadText('seeSent')}
        </Link>
        <IconButton label={commonText('close')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
