import { useEffect, useRef } from 'react'

/**
 * Closes what lies over the page (sheets, menus, dialogs) by the browser's Back button. Anything that opens shares one
 * history entry, a copy of the page's own that the router never sees; closing in any other way removes the entry.
 */
const openOnes: (() => void)[] = []
let leaving: ReturnType<typeof setTimeout> | undefined
/** A history traversal by this module is in progress. */
let isTraversing = false
let isListening = false

const isOverlayEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'overlay' in state

function push(): void {
  if (isOverlayEntry(history.state)) return
  history.pushState({ ...(history.state as object | null), overlay: true }, '')
}

function traverse(delta: 1 | -1): void {
  isTraversing = true
  history.go(delta)
}

function onPopState(event: PopStateEvent): void {
  const isOverlay = isOverlayEntry(event.state)
  if (isTraversing) {
    isTraversing = false
    event.stopImmediatePropagation()
    // The page has navigated meanwhile: return to where it went.
    if (isOverlay) traverse(1)
    return
  }
  if (openOnes.length > 0) {
    event.stopImmediatePropagation()
    openOnes.at(-1)?.()
    if (openOnes.length > 1) push()
    return
  }
  // Left over from a link inside the overlay: the reader wants the page before it.
  if (isOverlay) {
    event.stopImmediatePropagation()
    history.back()
  }
}

function open(close: () => void): () => void {
  if (!isListening) {
    isListening = true
    // Capturing, so that it runs before the router's listener.
    addEventListener('popstate', onPopState, { capture: true })
  }
  clearTimeout(leaving)
  openOnes.push(close)
  push()
  return () => {
    openOnes.splice(openOnes.indexOf(close), 1)
    if (openOnes.length > 0) return
    // Delayed: another overlay may open at once, and a link may be navigating to another page.
    leaving = setTimeout(() => {
      if (isOverlayEntry(history.state)) traverse(-1)
    })
  }
}

/** Calls `close` instead of leaving the page when the reader goes back while `isOpen`. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return undefined
    return open(() => {
      latest.current()
    })
  }, [isOpen])
}
