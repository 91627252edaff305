import { QUERY_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useShallow } from 'zustand/react/shallow'
import { forum, useForum } from '../../store'
import { isThreadHidden } from '../blocks'
import { newThreadText } from './new-thread.texts'
import { type ThreadRow } from '../thread-copy'
import { findSimilarThreads } from './new-thread.actions'

/** Pause in typing before the server is queried. */
const SEARCH_AFTER_MS = 300
/** Shorter beginnings are shared by unrelated titles. */
const TITLE_MIN = 2

/** Threads whose titles begin like the one being typed. The draft is kept while the writer looks at them. */
export function SimilarThreads({ title }: { title: string }) {
  const threads = useSimilarThreads(trimText(title))
  if (threads.length === 0) return null
  return (
    <section className="similar-threads" role="status" aria-label={newThreadText('similar')}>
      <h2>{newThreadText('similar')}</h2>
      <ul>
        {threads.map((thread) => (
          <li key={thread.id}>
            <Link to={`/threads/${thread.id}`} className="link similar-thread-title">
              {thread.title}
            </Link>
            <span className="faint small num">
              {thread.board.displayName} · {newThreadText('similarReplies', { count: thread.replyCount })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useSimilarThreads(title: string): readonly ThreadRow[] {
  const [found, setFound] = useState<readonly ThreadRow[]>([])
  const isLongEnough = countCharacters(title) >= TITLE_MIN
  useEffect(() => {
    if (!isLongEnough) return undefined
    let isObsolete = false
    const find = async () => {
      const result = await findSimilarThreads(forum, title.slice(0, QUERY_MAX))
      // A failure leaves the writer alone: the list is only a hint.
      if (!isObsolete && result.ok) setFound(result.value)
    }
    const timer = setTimeout(() => void find(), SEARCH_AFTER_MS)
    return () => {
      isObsolete = true
      clearTimeout(timer)
    }
  }, [title, isLongEnough])
  return useForum(
    useShallow((read) => (isLongEnough ? found.filter((thread) => !isThreadHidden(read, thread)) : [])),
  )
}
