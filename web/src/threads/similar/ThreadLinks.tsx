import { Link } from 'react-router-dom'
import { type ThreadRow } from '../../state/thread-copy'
import { similarText } from './similar.texts'
import './similar.css'

/** Threads as a quiet list: their titles, their boards and the number of their replies. */
export function ThreadLinks({ threads }: { threads: readonly ThreadRow[] }) {
  return (
    <ul className="thread-links">
      {threads.map((thread) => (
        <li key={thread.id}>
          <Link to={`/threads/${thread.id}`} className="link thread-links-title">
            {thread.title}
          </Link>
          <span className="faint small num">
            {thread.board.displayName} · {similarText('replies', { count: thread.replyCount })}
          </span>
        </li>
      ))}
    </ul>
  )
}
