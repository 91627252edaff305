import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isReturn, placeAt, setAnchors } from './use-scroll-memory'

/** A document restores at most one anchor, for the address with which it was loaded. */
let isAnchorRestored = false

/**
 * Anchors the positions on a page to the elements that `selector` selects, which have ids: after a reload, the element
 * that was at the top of the window is there again, whatever loads above it.
 */
export function useAnchoredPlaces(selector: string, isReady: boolean): void {
  const location = useLocation()
  const [anchor] = useState(() => (!isAnchorRestored && isReturn() ? placeAt(location)?.anchor : undefined))
  useEffect(() => {
    setAnchors(selector)
    return () => {
      setAnchors(null)
    }
  }, [selector])
  useEffect(() => {
    if (!isReady || isAnchorRestored) return undefined
    const frame = requestAnimationFrame(() => {
      isAnchorRestored = true
      const element = anchor && document.getElementById(anchor.id)
      if (element) scrollBy({ top: element.getBoundingClientRect().top - anchor.top, behavior: 'instant' })
    })
    return () => {
      cancelAnimationFrame(frame)
    }
  }, [isReady, anchor])
}
