import { type Post } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { forum } from '../../store'
import { IconButton, toast } from '../../ui'
import { CircleCheck, X } from '../../ui/icons'
import { deleteSoon, undoDeletion } from '../../state/deletions'
import { goToPost, postPath } from './permalink'
import { threadText } from './thread.texts'

const SHOWN_SECONDS = 8

/** Says where the reply that was just sent appears, with a link to it; the reader's position does not change. */
export function SentStrip({ post, onClose }: { post: Post; onClose: () => void }) {
  const [secondsLeft, setSecondsLeft] = useState(SHOWN_SECONDS)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (secondsLeft === 1) onClose()
      else setSecondsLeft(secondsLeft - 1)
    }, 1_000)
    return () => {
      clearTimeout(timer)
    }
  }, [secondsLeft, onClose])
  const withdraw = async () => {
    onClose()
    const deleted = deleteSoon(forum, `post:${post.id}`, post.threadId)
    toast.success(threadText('withdrawn'), {
      action: {
        label: threadText('undoDeletion'),
        onClick: () => {
          undoDeletion(forum, `post:${post.id}`)
        },
      },
    })
    const result = await deleted
    if (!result.ok) toast.error(result.error.message)
  }
  return (
    <div className="reply-strip">
      <div className="reply-strip-bar reply-strip-sent">
        <CircleCheck aria-hidden />
        <span className="one-line">{threadText('sent', { number: post.number })}</span>
        <Link
          to={postPath(post)}
          onClick={(event) => {
            if (goToPost(post.id, 'smooth')) event.preventDefault()
            onClose()
          }}
        >
          {threadText('seeSent')}
        </Link>
        <button type="button" className="num" onClick={() => void withdraw()}>
          {threadText('withdraw')} <span aria-hidden>{secondsLeft}</span>
        </button>
        <IconButton label={commonText('close')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
