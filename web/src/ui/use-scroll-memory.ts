import { useLayoutEffect, useRef } from 'react'
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { isBusy } from './progress'

const STORAGE_KEY = 'forum:places'
/** Maximum number of scroll positions a tab remembers. */
const PLACES_MAX = 100
/** Time after which a page that has loaded and is still too short is assumed to have changed. */
const GIVE_UP_MS = 5_000

/** The state of a link whose page keeps the scroll position, such as a tab of a list. */
export interface KeepsScroll {
  keepsScroll: true
}

/** The reader's position on a page. */
interface Place {
  /** The scroll position. */
  top: number
  /** The id of the element at the top of the window when the document was left, and its distance from there. */
  anchor?: { id: string; top: number } | undefined
}

/** Positions by history entry, newest last. They survive a reload. */
const places = new Map<string, Place>(read())

function read(): [string, Place][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, Place][]
  } catch {
    return []
  }
}

/** Selector of the elements that anchor positions on the current page; null for the scroll position alone. */
let anchors: string | null = null

/** Anchors the places on the current page to the elements that a selector selects (`useAnchoredPlaces`). */
export function setAnchors(selector: string | null): void {
  anchors = selector
}

/** Returns the place that is known of a location. */
export const placeAt = (location: Location): Place | undefined => places.get(placeKey(location))

function anchorInView(): Place['anchor'] {
  if (anchors === null || scrollY === 0) return undefined
  const shown = [...document.querySelectorAll(anchors)].find((one) => one.getBoundingClientRect().bottom > 0)
  return shown && { id: shown.id, top: shown.getBoundingClientRect().top }
}

function store(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...places].slice(-PLACES_MAX)))
  } catch {
    // Without storage a reload starts at the top.
  }
}

/** Every hard load has the same key, so its address tells the entries apart. */
const placeKey = ({ key, pathname, search, hash }: Location) =>
  key === 'default' ? `${key} ${pathname}${search}${hash}` : key

/** Returns whether this document came from a reload or from back and forward: a new address starts at the top. */
export function isReturn(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'reload' || load?.type === 'back_forward'
}

/** The first location of the document. */
let first: Location | undefined

/** For each rendered location, whether the reader returns to it and its position is remembered. */
const returns = new WeakMap<Location, boolean>()

function noteVisit(location: Location, isTraversal: boolean): void {
  first ??= location
  if (returns.has(location)) return
  const isReturning = isTraversal && (location !== first || isReturn())
  returns.set(location, isReturning && places.has(placeKey(location)))
}

/**
 * Returns whether the position at which the reader left this page is restored. The target of the address is for a first
 * visit.
 */
export const useIsReturning = (): boolean => returns.get(useLocation()) ?? false

/**
 * Restores the scroll position after back, forward and reload. Every other navigation starts at the top, or at the
 * target of the address.
 */
export function useScrollMemory(): void {
  const location = useLocation()
  const isTraversal = useNavigationType() === NavigationType.Pop
  const isFirst = useRef(true)
  const currentKey = useRef('')
  noteVisit(location, isTraversal)

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    let left: Place | undefined
    const remember = () => {
      const place = places.get(currentKey.current)
      places.delete(currentKey.current)
      places.set(currentKey.current, { ...place, top: scrollY })
    }
    const leave = () => {
      left = { top: scrollY, anchor: anchorInView() }
      places.set(currentKey.current, left)
      store()
    }
    // WebKit shows a cached page at the top, because it does not restore positions, and scrolls after this event.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted && left) scrollTo({ top: left.top, behavior: 'instant' })
    }
    addEventListener('scroll', remember, { passive: true })
    // Before any other listener: they can shorten the page, which scrolls it.
    addEventListener('pagehide', leave, { capture: true })
    addEventListener('pageshow', comeBack)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', leave, { capture: true })
      removeEventListener('pageshow', comeBack)
    }
  }, [])

  useLayoutEffect(() => {
    const key = placeKey(location)
    const wasFirst = isFirst.current
    isFirst.current = false
    const before = currentKey.current
    currentKey.current = key
    if (before === key) return undefined
    if (isTraversal && (!wasFirst || isReturn())) return scrollWhenTallEnough(places.get(key)?.top ?? 0)
    if ((location.state as KeepsScroll | null)?.keepsScroll) return undefined
    // A document begins at its top, and scrolling there would lay it out at once.
    if (wasFirst && location.hash === '') return undefined
    if (location.hash === '') scrollTo({ top: 0, behavior: 'instant' })
    else document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
    return undefined
  }, [location, isTraversal])
}

/**
 * Scrolls as soon as the page is tall enough, unless the reader or the page scrolls first. Returns a cancel function.
 */
function scrollWhenTallEnough(top: number): () => void {
  const ends = new AbortController()
  let expected = scrollY
  const attempt = () => {
    // A page that became shorter scrolls up on its own.
    const isAtEnd = scrollY >= document.documentElement.scrollHeight - innerHeight - 1
    if (scrollY !== expected && !(scrollY < expected && isAtEnd)) {
      ends.abort()
      return
    }
    scrollTo({ top, behavior: 'instant' })
    expected = scrollY
    if (Math.abs(expected - top) <= 1) ends.abort()
  }
  attempt()
  if (ends.signal.aborted) return () => undefined
  const growth = new ResizeObserver(attempt)
  growth.observe(document.body)
  const giveUp = () => {
    ends.abort()
  }
  const timer = setInterval(() => {
    if (!isBusy()) giveUp()
  }, GIVE_UP_MS)
  for (const act of ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const)
    addEventListener(act, giveUp, { signal: ends.signal, passive: true })
  ends.signal.addEventListener('abort', () => {
    clearInterval(timer)
    growth.disconnect()
  })
  return giveUp
}
