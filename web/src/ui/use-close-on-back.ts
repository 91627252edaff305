import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Lets the Back button close an overlay (sheet, menu, dialog) before it leaves the page.
 *
 * The first overlay on a page pushes a copy of the page's own history entry: the same address and router state, marked.
 * The copy is never removed by a traversal, since traversals are asynchronous and would race with a navigation that
 * follows the closing. Once everything is closed, the copy serves the next overlay, and Back passes over it.
 */
const openOnes: (() => void)[] = []

interface Entry {
  /** The router's number of the entry; a copy has the number of its page. */
  idx: number | undefined
  isCopy: boolean
}

/** The part of the router's state that is used here; the rest is copied unchanged. */
interface RouterState {
  idx?: number
  overlay?: true
}

const entryOf = (state: RouterState | null): Entry => ({
  idx: state?.idx,
  isCopy: state?.overlay === true,
})

const currentEntry = () => entryOf(history.state as RouterState | null)

let current = entryOf(null)
/** The newest state and address of the page whose entry was copied. */
let copied: { state: RouterState; url: string } | undefined

function markAsCopy(write: 'pushState' | 'replaceState'): void {
  const state: RouterState = { ...(history.state as RouterState | null), overlay: true }
  history[write](state, '')
  current = entryOf(state)
  copied = { state, url: location.href }
}

function pushCopy(): void {
  if (!current.isCopy) markAsCopy('pushState')
}

/** Must be called after every navigation of the router. */
export function followNavigation(): void {
  const entry = currentEntry()
  // The page replaced its entry while the copy was current: it remains the copy of the page, at a new address.
  if (current.isCopy && !entry.isCopy && entry.idx === current.idx) markAsCopy('replaceState')
  else current = entry
}

function onPopState(event: PopStateEvent): void {
  const before = current
  current = entryOf(event.state as RouterState | null)
  // A traversal between two pages: the router's own.
  if (current.idx !== before.idx || current.isCopy === before.isCopy) return
  event.stopImmediatePropagation()
  if (current.isCopy) {
    history.forward()
    return
  }
  if (openOnes.length === 0) {
    history.back()
    return
  }
  if (copied) {
    const { overlay: _, ...state } = copied.state
    history.replaceState(state, '', copied.url)
  }
  openOnes.at(-1)?.()
  // Another overlay is below the closed one, or the closing was refused.
  setTimeout(() => {
    if (openOnes.length > 0) pushCopy()
  })
}

/** Starts following the history; returns a function that stops it. */
export function followHistory(): () => void {
  current = currentEntry()
  const pushState = history.pushState.bind(history)
  // The router pushes an entry before it has rendered the page, which takes as long as the page's code takes to load.
  // Meanwhile, Back would count as closing an overlay of the page before.
  history.pushState = (...entry) => {
    pushState(...entry)
    current = currentEntry()
  }
  // Capturing, so that it runs before the router's listener.
  addEventListener('popstate', onPopState, { capture: true })
  return () => {
    history.pushState = pushState
    removeEventListener('popstate', onPopState, { capture: true })
  }
}

function open(close: () => void): () => void {
  openOnes.push(close)
  pushCopy()
  return () => {
    openOnes.splice(openOnes.indexOf(close), 1)
  }
}

/** Calls `close` instead of leaving the page when the reader goes back while `isOpen`. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  // Before it is painted: a reader who sees it may go back at once.
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    return open(() => {
      latest.current()
    })
  }, [isOpen])
}
