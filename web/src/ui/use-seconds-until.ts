import { systemClock } from '@forum/shared/clock'
import { useEffect, useState } from 'react'

const secondsUntil = (at: number | null) =>
  at === null ? 0 : Math.max(0, Math.ceil((at - systemClock.now().getTime()) / 1_000))

/** Counts down the seconds until a time, in milliseconds since 1970; 0 once it has passed or if there is none. */
export function useSecondsUntil(at: number | null): number {
  const [count, setCount] = useState(() => ({ at, seconds: secondsUntil(at) }))
  if (count.at !== at) setCount({ at, seconds: secondsUntil(at) })
  useEffect(() => {
    if (at === null) return undefined
    const timer = setInterval(() => {
      const seconds = secondsUntil(at)
      setCount((before) => (before.seconds === seconds ? before : { at, seconds }))
      if (seconds === 0) clearInterval(timer)
    }, 250)
    return () => {
      clearInterval(timer)
    }
  }, [at])
  return count.seconds
}
