import { type ListedAnnouncement } from '@forum/shared/contract'
import { useCallback, useMemo, useState } from 'react'
import { resultOf } from '../lib/result'
import { readStored, writeStored } from '../lib/storage'
import { useLoaded } from '../resource'
import { useAnnouncement } from '../state/announcement'
import { useSession } from '../state/session'
import { forum } from '../store'
import { IconButton } from '../ui'
import { X } from '../ui/icons'
import { AnnouncementText } from './AnnouncementText'
import { boardScreenText } from './board-screen.texts'
import './notices.css'

const DISMISSED = 'announcements-dismissed'
/** Maximum number of dismissed announcements that a browser remembers. */
const REMEMBERED_MAX = 100

const markOf = ({ id, updatedAt }: ListedAnnouncement) => `${id} ${updatedAt}`
function remembered(): string[] {
  try {
    return JSON.parse(readStored(DISMISSED) ?? '[]') as string[]
  } catch {
    return []
  }
}

/** The home page shows the first one to everyone in a scrolling line. */
const isScrolling = (each: ListedAnnouncement, all: readonly ListedAnnouncement[]) =>
  each === all.find(({ audience, boardId }) => audience === 'everyone' && boardId === null)

/**
 * The announcements to this reader besides the scrolling one, or those in a board, until the reader dismisses
 * them.
 */
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
  const userId = user?.id ?? 0
  // A change of any announcement reloads the first one, and so makes a new version.
  const version = useMemo(() => ({ userId, first }), [userId, first])
  const loaded = useLoaded(load, version)
  const [dismissed, setDismissed] = useState(remembered)
  const all = loaded.status === 'ready' ? loaded.data : []
  const shown = all.filter(
    (each) =>
      each.boardId === (boardId ?? null) && !isScrolling(each, all) && !dismissed.includes(markOf(each)),
  )
  if (shown.length === 0) return null
  return (
    <ul className="notices" aria-label={boardScreenText('notices')}>
      {shown.map((each) => (
        <li key={each.id}>
          <span>
            <AnnouncementText text={each.text} linkClass="link" />
          </span>
          <IconButton
            label={boardScreenText('dismiss', { text: each.text })}
            onClick={() => {
              const now = [markOf(each), ...dismissed].slice(0, REMEMBERED_MAX)
              writeStored(DISMISSED, JSON.stringify(now))
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
