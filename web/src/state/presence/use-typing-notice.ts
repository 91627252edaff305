import { systemClock } from '@forum/shared/clock'
import { TYPING_EVERY_MS } from '@forum/shared/limits'
import { useRef } from 'react'

/** Returns a function for each keystroke, which calls `send` no more often than the server forwards typing. */
export function useTypingNotice(send: () => void): () => void {
  const notifiedAt = useRef(0)
  return () => {
    const now = systemClock.now().getTime()
    if (now - notifiedAt.current < TYPING_EVERY_MS) return
    notifiedAt.current = now
    send()
  }
}
