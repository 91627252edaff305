import { Link } from 'react-router-dom'
import { useOwnHeld } from '../state/held'
import { Tag } from '../ui'
import { boardScreenText } from './board-screen.texts'

/** The reader's own threads that wait for approval in a board. Only the reader sees them. */
export function HeldThreads({ boardId }: { boardId: number }) {
  const held = useOwnHeld().filter(
    ({ kind, status, board }) => kind === 'thread' && status === 'pending' && board?.id === boardId,
  )
  return held.map(({ id, title }) => (
    <p key={id} className="board-held">
      <Tag tone="faint">{boardScreenText('held')}</Tag>{' '}
      <Link className="link" to="/my/posts?view=held">
        {title}
      </Link>
    </p>
  ))
}
