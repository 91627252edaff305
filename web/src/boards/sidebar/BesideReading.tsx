import { useCallback } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import { Panel } from '../../ui'
import { useSession } from '../../state/session'
import { threadCopySlice, type ThreadRow } from '../../state/thread-copy'
import { type BesideThreads, loadBeside, SHOWN } from './beside.actions'
import { besideText } from './beside.texts'
import './beside.css'

/**
 * Panels beside a board or a thread: the threads in which the member stopped reading, and the pinned threads of the
 * board.
 */
export function BesideReading() {
  const { pathname } = useLocation()
  const isMember = useSession().user !== null
  const threadId = Number(/^\/threads\/(\d+)/.exec(pathname)?.[1] ?? 0)
  const boardId = useForum((read) => read(threadCopySlice).threads[threadId]?.boardId ?? null)
  const load = useCallback(() => loadBeside(forum, isMember, boardId), [isMember, boardId])
  // The previous threads stay until the next ones are loaded, and both lists change together, so that neither moves the
  // other.
  const { stopped, pinned } = useLoaded(load, pathname).data ?? NOTHING
  return (
    <>
      <Threads
        title={besideText('stopped')}
        threads={stopped}
        except={threadId}
        hrefOf={(id) => `/threads/${id}/page/unread`}
        factOf={({ viewer }) => besideText('unread', { count: viewer?.unreadCount ?? 0 })}
      />
      <Threads
        title={besideText('pinned')}
        threads={pinned}
        except={threadId}
        hrefOf={(id) => `/threads/${id}`}
      />
    </>
  )
}

const NOTHING: BesideThreads = { stopped: [], pinned: [] }

function Threads({
  title,
  threads,
  except,
  hrefOf,
  factOf,
}: {
  title: string
  threads: readonly ThreadRow[]
  /** The thread that is open. */
  except: number
  hrefOf: (id: number) => string
  factOf?: (thread: ThreadRow) => string
}) {
  const shown = threads.filter(({ id }) => id !== except).slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <Panel title={title}>
      <ul className="side-list">
        {shown.map((thread) => (
          <li key={thread.id}>
            <Link to={hrefOf(thread.id)} className="one-line" title={thread.title}>
              {thread.title}
            </Link>
            {factOf && <span className="live small num side-fact">{factOf(thread)}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
