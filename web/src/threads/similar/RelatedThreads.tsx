import { useCallback, useEffect, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import { SectionHeading } from '../../ui'
import { isThreadHidden } from '../../state/blocks'
import { findRelatedThreads } from './similar.actions'
import { similarText } from './similar.texts'
import { ThreadLinks } from './ThreadLinks'

/** How far above the list a reader is when it is loaded: about a screen. */
const NEAR = '600px'

/** Threads about what this one is about, loaded once the reader comes near; nothing if there are none or they fail. */
export function RelatedThreads({ threadId }: { threadId: number }) {
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
  return <div ref={place}>{isNear && <Related threadId={threadId} />}</div>
}

function Related({ threadId }: { threadId: number }) {
  const { data } = useLoaded(useCallback(() => findRelatedThreads(forum, threadId), [threadId]))
  const threads = useForum(
    useShallow((read) => (data ?? []).filter((thread) => !isThreadHidden(read, thread))),
  )
  if (threads.length === 0) return null
  return (
    <section className="related-threads" aria-labelledby="related-threads">
      <SectionHeading id="related-threads">{similarText('related')}</SectionHeading>
      <ThreadLinks threads={threads} />
    </section>
  )
}
