import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** What was at the top of the window: a post by its number, and its distance from the top. */
interface Place {
  number: number
  top: number
}

const storageKey = (pathname: string) => `forum:place:${pathname}`

/** A document restores at most one place: that of the address it was loaded with. */
let isRestored = false

function readPlace(pathname: string): Place | null {
  if (isRestored) return null
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (load?.type !== 'reload' && load?.type !== 'back_forward') return null
  const text = sessionStorage.getItem(storageKey(pathname))
  return text === null ? null : (JSON.parse(text) as Place)
}

function placeInView(): Place | null {
  if (scrollY === 0) return null
  const posts = [...document.querySelectorAll<HTMLElement>('[data-number]')]
  const post = posts.find((one) => one.getBoundingClientRect().bottom > 0)
  if (!post) return null
  return { number: Number(post.dataset.number), top: post.getBoundingClientRect().top }
}

/**
 * Restores the reader's place after a reload: it is stored by address and restored once the posts have loaded. Returns
 * whether a place is restored, which then takes precedence over the post in the address.
 */
export function useKeptPlace(isReady: boolean): boolean {
  const { pathname } = useLocation()
  const [place] = useState(() => readPlace(pathname))
  useEffect(() => {
    const keep = () => {
      const now = placeInView()
      if (now) sessionStorage.setItem(storageKey(pathname), JSON.stringify(now))
      else sessionStorage.removeItem(storageKey(pathname))
    }
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
    }
  }, [pathname])
  useEffect(() => {
    if (!isReady || isRestored) return undefined
    const frame = requestAnimationFrame(() => {
      isRestored = true
      const post = place && document.querySelector(`[data-number="${place.number}"]`)
      if (post) scrollBy({ top: post.getBoundingClientRect().top - place.top, behavior: 'instant' })
    })
    return () => {
      cancelAnimationFrame(frame)
    }
  }, [isReady, place])
  return place !== null
}
