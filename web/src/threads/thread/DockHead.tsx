import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { IconButton } from '../../ui'
import { ChevronDown, Maximize2, Minimize2 } from '../../ui/icons'
import { type ThreadRow } from '../../state/thread-copy'
import { goToPost, postPath } from './permalink'
import { quotesIn } from './quotes-in'
import { threadText } from './thread.texts'
import { useQuotedPost } from './use-quoted-post'

/** The head of a form that is open over the page: its subject, and the button that closes it. */
export function DockHead({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const [isTall, setIsTall] = useState(false)
  return (
    <div className="dock-head" data-tall={isTall || undefined}>
      <span className="dock-to one-line">{children}</span>
      <IconButton
        className="dock-grow"
        label={threadText(isTall ? 'fitReply' : 'growReply')}
        aria-pressed={isTall}
        onClick={() => {
          setIsTall(!isTall)
        }}
      >
        {isTall ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
      </IconButton>
      <IconButton label={`${threadText('shrinkReply')} (Esc)`} onClick={onClose}>
        <ChevronDown aria-hidden />
      </IconButton>
    </div>
  )
}

/** The subject of a reply: the thread, or the quoted posts. */
export function ReplyTarget({ thread, content }: { thread: ThreadRow; content: string }) {
  const [first, ...others] = quotesIn(content)
  return (
    <>
      {threadText('replyTo')}{' '}
      {first ? <Target quote={first} /> : <span className="soft">{thread.title}</span>}
      {others.length > 0 && <Others quotes={others} />}
    </>
  )
}

/** The first quoted post, with a link to it. */
function Target({ quote: { name, postId } }: { quote: { name: string; postId: number } }) {
  const post = useQuotedPost(postId)
  if (!post) return <b>{name}</b>
  return (
    <Link
      className="link"
      to={postPath({ ...post, id: postId })}
      onClick={(event) => {
        if (goToPost(postId)) event.preventDefault()
      }}
    >
      <b>{threadText('replyTarget', { name: post.name, n: post.number })}</b> ↑
    </Link>
  )
}

function Others({ quotes }: { quotes: readonly { postId: number }[] }) {
  return (
    <span className="faint">
      {' '}
      {quotes.map(({ postId }) => (
        <Other key={postId} postId={postId} />
      ))}
    </span>
  )
}

function Other({ postId }: { postId: number }) {
  const post = useQuotedPost(postId)
  return post ? <> {threadText('alsoQuoted', { numbers: post.number })}</> : null
}
