import { useEffect, useState } from 'react'
import { readPost } from './permalink'

/** Calls `measure` once, and again in the frame after each scroll and after the page has changed its height. */
function useOnScroll(measure: () => void): void {
  useEffect(() => {
    let frame = 0
    const update = () => {
      frame = 0
      measure()
    }
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(update)
    }
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    const growth = new ResizeObserver(onScroll)
    growth.observe(document.body)
    return () => {
      growth.disconnect()
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
    }
  }, [measure])
}

/** Returns the number of the post that is being read. */
export function useNumberInView(): number {
  const [number, setNumber] = useState(1)
  const [measure] = useState(() => () => {
    const current = readPost()
    if (current) setNumber(Number(current.dataset.number))
  })
  useOnScroll(measure)
  return number
}

/** Whether the title of the thread has been scrolled out of the window. */
export function useIsTitleGone(): boolean {
  const [isGone, setIsGone] = useState(false)
  const [measure] = useState(() => () => {
    const title = document.querySelector('.thread-heading')
    setIsGone(title !== null && title.getBoundingClientRect().bottom < 0)
  })
  useOnScroll(measure)
  return isGone
}
