import { useEffect, useRef } from 'react'

/**
 * Completes a press of End before the page is rendered completely: the browser scrolls to the end of the rendered part,
 * so this scrolls to the real end later. Any other scrolling cancels it.
 */
export function useEndKey(isWhole: boolean): void {
  const isWanted = useRef(false)
  useEffect(() => {
    if (isWhole) {
      if (isWanted.current) scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
      isWanted.current = false
      return undefined
    }
    const ends = new AbortController()
    const { signal } = ends
    const cancel = () => {
      isWanted.current = false
    }
    addEventListener(
      'keydown',
      ({ key, target }) => {
        isWanted.current =
          key === 'End' && !(target instanceof HTMLElement && target.closest('input, textarea'))
      },
      { signal },
    )
    for (const act of ['wheel', 'touchmove', 'pointerdown'] as const)
      addEventListener(act, cancel, { signal, passive: true })
    return () => {
      ends.abort()
    }
  }, [isWhole])
}
