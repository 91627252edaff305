import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../lib/i18n'
import { Bone, GlowOnChange, RelativeTime, rows, Skeleton } from '../../ui'
import { useBoards } from '../boards'
import { SideError } from './SideError'
import { HAPPENING_MAX, type Happened, newestThreads } from './newest'

/** The newest threads of the site, live; it holds still while somebody points at it or has the focus in it. */
export function Happening() {
  const t = useTexts()
  const boards = useBoards()
  const newest = useMemo(() => newestThreads(boards.data ?? []), [boards.data])
  const [held, setHeld] = useState<Happened[] | null>(null)
  if (boards.status === 'loading')
    return (
      <Skeleton>
        <ul className="happening">
          {rows(HAPPENING_MAX, (index) => (
            <li key={index}>
              <span>
                <Bone width={`${60 + ((index * 13) % 35)}%`} />
              </span>
              <span className="small">
                <Bone width="6em" />
              </span>
            </li>
          ))}
        </ul>
      </Skeleton>
    )
  if (boards.status === 'error') return <SideError {...boards} />
  const shown = held ?? newest
  if (shown.length === 0) return <p className="side-note">{t('home.noThreadYet')}</p>
  const hold = () => {
    setHeld(newest)
  }
  const release = () => {
    setHeld(null)
  }
  return (
    <ul className="happening" onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      {shown.map((thread) => (
        <li key={thread.id}>
          <Link to={`/threads/${thread.id}`} className="one-line" title={thread.title}>
            <GlowOnChange of={thread.lastPostAt}>{thread.title}</GlowOnChange>
          </Link>
          <span className="happening-who faint small">
            <span className="one-line">
              {thread.lastPostUser.displayName} · {thread.boardName}
            </span>
            <RelativeTime at={thread.lastPostAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
