import { systemClock } from '@forum/shared/clock'
import { useEffect, useState } from 'react'
import { type Typist } from './presence.slice'

const now = () => systemClock.now().getTime()

/** Returns those who are still typing, and renders again when one of them has stopped. */
export function useTypists(typists: readonly Typist[]): readonly Typist[] {
  const [at, setAt] = useState(now)
  const still = typists.filter(({ until }) => until > at)
  const nextEnd = Math.min(...still.map(({ until }) => until))
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
  return still
}
