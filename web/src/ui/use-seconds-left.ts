import { useEffect, useState } from 'react'

/** Counts down from `seconds` each time another `of` is given; 0 once the wait is over or there is none. */
export function useSecondsLeft(of: object | null, seconds: number | undefined): number {
  const [state, setState] = useState({ of, left: of === null ? 0 : (seconds ?? 0) })
  if (state.of !== of) setState({ of, left: of === null ? 0 : (seconds ?? 0) })
  const isOver = state.left <= 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => {
      setState((before) => ({ ...before, left: before.left - 1 }))
    }, 1_000)
    return () => {
      clearInterval(timer)
    }
  }, [isOver, of])
  return Math.max(0, state.left)
}
