import { systemClock } from '@forum/shared/clock'
import { useEffect, useState } from 'react'
import { useForum } from '../../store'
import { threadText } from './thread.texts'
import { presenceSlice } from '../presence'

const now = () => systemClock.now().getTime()

/** Shows who is typing a reply; its line keeps its space while it is empty. */
export function TypingNotice({ threadId }: { threadId: number }) {
  const typing = useForum((read) => read(presenceSlice).typing[threadId])
  const [at, setAt] = useState(now)
  const writers = (typing ?? []).filter(({ until }) => until > at)
  const nextEnd = Math.min(...writers.map(({ until }) => until))
  useEffect(() => {
    if (!Number.isFinite(nextEnd)) return undefined
    const timer = setTimeout(
      () => {
        setAt(now())
      },
      Math.max(0, nextEnd - now()),
    )
    return () => {
      clearTimeout(timer)
    }
  }, [nextEnd])
  const [first] = writers
  return (
    <p className="typing-notice live small" aria-hidden={!first}>
      {first && (
        <>
          <i className="dot" />{' '}
          {writers.length === 1
            ? threadText('typingOne', { name: first.user.displayName })
            : threadText('typingMany', { count: writers.length })}
        </>
      )}
    </p>
  )
}
