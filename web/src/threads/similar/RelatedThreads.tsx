import { useCallback, useEffect, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import { SectionHeading } from '../../ui'
import { isThreadHidden } from '../../state/blocks'
import { type ThreadRow } from '../../state/thread-copy'
import { findFurtherThreads, type FurtherThreads } from './similar.actions'
import { similarText } from './similar.texts'
import { ThreadLinks } from './ThreadLinks'

/** Distance from the list at which it is loaded: about a screen. */
const NEAR = '600px'

interface Props {
  threadId: number
  boardId: number
}

/**
 * Threads similar to this one and the latest of its board, loaded once the reader comes near. Renders nothing if there
 * are none or loading fails.
 */
export function RelatedThreads(props: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!place.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setIsNear(true)
        observer.disconnect()
      },
      { rootMargin: NEAR },
    )
    observer.observe(place.current)
    return () => {
      observer.disconnect()
    }
  }, [])
  return <div ref={place}>{isNear && <Further {...props} />}</div>
}

function Further({ threadId, boardId }: Props) {
  const load = useCallback(() => findFurtherThreads(forum, threadId, boardId), [threadId, boardId])
  const { related, newest } = useLoaded(load).data ?? NOTHING
  return (
    <>
      <Section id="related-threads" title={similarText('related')} threads={related} />
      <Section id="newest-threads" title={similarText('newest')} threads={newest} />
    </>
  )
}

const NOTHING: FurtherThreads = { related: [], newest: [] }

function Section({ id, title, threads }: { id: string; title: string; threads: readonly ThreadRow[] }) {
  const shown = useForum(useShallow((read) => threads.filter((thread) => !isThreadHidden(read, thread))))
  if (shown.length === 0) return null
  return (
    <section className="related-threads" aria-labelledby={id}>
      <SectionHeading id={id}>{title}</SectionHeading>
      <ThreadLinks threads={shown} />
    </section>
  )
}
