import { useEffect } from 'react'

/**
 * Calls `act` once the tab is visible and has the focus, so that nothing counts as read in a window that nobody looks
 * at. A new `act` is called again; null does nothing.
 */
export function useWhenSeen(act: (() => void) | null): void {
  useEffect(() => {
    if (act === null) return undefined
    const ends = new AbortController()
    const { signal } = ends
    const check = () => {
      if (document.visibilityState !== 'visible' || !document.hasFocus()) return
      ends.abort()
      act()
    }
    document.addEventListener('visibilitychange', check, { signal })
    addEventListener('focus', check, { signal })
    check()
    return () => {
      ends.abort()
    }
  }, [act])
}
