import { startTransition, useEffect, useState } from 'react'

/** How long a text does not change before it is taken. */
const PAUSE_MS = 300

/** Returns a text as it was when its writer last paused. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => {
      startTransition(() => {
        setSettled(text)
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [text])
  return settled
}
