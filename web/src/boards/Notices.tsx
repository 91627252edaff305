import { piecesOf } from '@forum/shared/announcement'
import { type ListedAnnouncement } from '@forum/shared/contract'
import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import { resultOf } from '../lib/result'
import { useLoaded } from '../resource'
import { useAnnouncement } from '../state/announcement'
import { useSession } from '../state/session'
import { forum } from '../store'
import { IconButton } from '../ui'
import { X } from '../ui/icons'
import { boardScreenText } from './board-screen.texts'
import './notices.css'

const DISMISSED = 'announcements-dismissed'
/** How many dismissed announcements a browser remembers. */
const REMEMBERED_MAX = 100

const markOf = ({ id, updatedAt }: ListedAnnouncement) => `${id} ${updatedAt}`
const remembered = () => JSON.parse(localStorage.getItem(DISMISSED) ?? '[]') as string[]

/** The announcements to this reader beside the scrolling one, or those in a board, until the reader dismisses them. */
export function Notices({ boardId }: { boardId?: number }) {
  const first = useAnnouncement()
  const { user } = useSession()
  const load = useCallback(
    () =>
      resultOf(
        forum
          .call('listAnnouncements', { query: boardId === undefined ? {} : { boardId } })
          .then(({ announcements }) => announcements),
      ),
    [boardId],
  )
  // An event of the first is published when any other changes.
  const loaded = useLoaded(load, `${user?.id ?? 0} ${first?.updatedAt ?? ''} ${first?.text ?? ''}`)
  const [dismissed, setDismissed] = useState(remembered)
  const shown = (loaded.status === 'ready' ? loaded.data : []).filter(
    (each) =>
      each.boardId === (boardId ?? null) && each.text !== first?.text && !dismissed.includes(markOf(each)),
  )
  if (shown.length === 0) return null
  return (
    <ul className="notices" aria-label={boardScreenText('notices')}>
      {shown.map((each) => (
        <li key={each.id}>
          <span>
            {piecesOf(each.text).map(({ text, to }, index) =>
              to === null ? (
                text
              ) : to.startsWith('/') ? (
                <Link key={index} to={to} className="link">
                  {text}
                </Link>
              ) : (
                <a key={index} href={to} className="link" rel="noopener">
                  {text}
                </a>
              ),
            )}
          </span>
          <IconButton
            label={boardScreenText('dismiss', { text: each.text })}
            onClick={() => {
              const now = [markOf(each), ...dismissed].slice(0, REMEMBERED_MAX)
              localStorage.setItem(DISMISSED, JSON.stringify(now))
              setDismissed(now)
            }}
          >
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
