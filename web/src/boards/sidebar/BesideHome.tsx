import { Link } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { useList } from '../../resource'
import { type ThreadRow } from '../../state/thread-copy'
import { Avatar, Count, Panel, RelativeTime } from '../../ui'
import { useThreads } from '../use-boards'
import { bestOfWeek, openQuestions } from './beside-home.lists'
import { besideHomeText } from './beside-home.texts'
import './beside-home.css'

/** Beside the home page: what moderators have featured this week, and questions without an answer. */
export function BesideHome() {
  const lists = [useList(bestOfWeek), useList(openQuestions)]
  const [best, ...others] = useThreads(bestOfWeek.key, true).filter(
    ({ isFeatured, isDeleted }) => isFeatured && !isDeleted,
  )
  const open = useThreads(openQuestions.key, true).filter(
    ({ answerId, isDeleted }) => answerId === null && !isDeleted,
  )
  // Both come together, below all else, so that neither moves anything.
  if (lists.some(({ list }) => list?.status !== 'ready') || (!best && open.length === 0)) return null
  return (
    <div className="beside-home">
      {best && (
        <Panel title={besideHomeText('featured')}>
          <Best thread={best} />
          <ul className="side-list">
            {others.map((thread) => (
              <Row key={thread.id} thread={thread} />
            ))}
          </ul>
          <Link to="/latest?list=featured" className="beside-all">
            {commonText('more')} ›
          </Link>
        </Panel>
      )}
      {open.length > 0 && (
        <Panel title={besideHomeText('open')}>
          <ul className="side-list">
            {open.map((thread) => (
              <Row key={thread.id} thread={thread} hasAge />
            ))}
          </ul>
          <Link to="/latest?list=open" className="beside-all">
            {besideHomeText('toOpen')} ›
          </Link>
        </Panel>
      )}
    </div>
  )
}

function Best({ thread }: { thread: ThreadRow }) {
  const { id, title, content, picture, author, replyCount } = thread
  return (
    <article className="beside-best">
      {picture !== null && <img src={picture} alt="" loading="lazy" />}
      <Link to={`/threads/${id}`} className="beside-best-title">
        {title}
      </Link>
      <p className="beside-best-text soft small">{content}</p>
      <p className="beside-by soft small num">
        <Avatar user={author} size="small" />
        <span className="one-line">{author.displayName}</span>
        <span>
          <Count value={replyCount} /> {commonText('replies')}
        </span>
      </p>
    </article>
  )
}

function Row({ thread, hasAge = false }: { thread: ThreadRow; hasAge?: boolean }) {
  const { id, title, createdAt } = thread
  return (
    <li>
      <Link to={`/threads/${id}`} className="one-line" title={title}>
        {title}
      </Link>
      {hasAge && (
        <span className="beside-age faint small num">
          <RelativeTime at={createdAt} />
        </span>
      )}
    </li>
  )
}
