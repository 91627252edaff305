import { useLayoutEffect, useRef } from 'react'
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { isBusy } from '../ui'

const STORAGE_KEY = 'forum:scroll'
/** Maximum number of scroll positions a tab remembers. */
const PLACES_MAX = 100
/** After this long, a page that has loaded and is still too short is assumed to have changed. */
const GIVE_UP_MS = 5_000

/** The state of a link whose page keeps the scroll position, such as a tab of a list. */
export interface KeepsScroll {
  keepsScroll: true
}

/** Scroll positions by history entry, newest last. They survive a reload. */
const places = new Map<string, number>(read())

function read(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}

function store(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...places].slice(-PLACES_MAX)))
  } catch {
    // Without storage a reload starts at the top.
  }
}

/** Every hard load has the same key, so its address tells the entries apart. */
const placeKey = ({ key, pathname, search }: Location) =>
  key === 'default' ? `${key} ${pathname}${search}` : key

/** Whether this document came from a reload or from back and forward: a new address starts at the top. */
function isReturn(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'reload' || load?.type === 'back_forward'
}

/**
 * Restores the scroll position after back, forward and reload. Every other navigation starts at the top, or at the
 * target of the address.
 */
export function useScrollMemory(): void {
  const location = useLocation()
  const isTraversal = useNavigationType() === NavigationType.Pop
  const isFirst = useRef(true)
  const here = useRef('')

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => {
      places.delete(here.current)
      places.set(here.current, scrollY)
    }
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pagehide', store)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', store)
    }
  }, [])

  useLayoutEffect(() => {
    const key = placeKey(location)
    const wasFirst = isFirst.current
    isFirst.current = false
    const before = here.current
    here.current = key
    if (before === key) return undefined
    if (isTraversal && (!wasFirst || isReturn())) return scrollWhenTallEnough(places.get(key) ?? 0)
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
    if (scrollY !== expected) {
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
