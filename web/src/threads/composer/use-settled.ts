import { startTransition, useEffect, useState } from 'react'

/** Time without a change after which a text counts as settled. */
const PAUSE_MS = 300

/** Returns a text as it was at the writer's last pause. */
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
