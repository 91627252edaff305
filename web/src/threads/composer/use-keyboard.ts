import { useEffect, useState } from 'react'

/** Minimum height of a keyboard: anything lower is a browser bar. */
const KEYBOARD_MIN_PX = 150

/** The keyboard of a phone over the page, in pixels. */
export interface Keyboard {
  height: number
  /** Distance of its upper edge from the top of the page's window. */
  top: number
}

/** Returns the height and position of a phone's keyboard; null while none is open. */
export function useKeyboard(isOn: boolean): Keyboard | null {
  const [keyboard, setKeyboard] = useState<Keyboard | null>(null)
  useEffect(() => {
    const view = globalThis.visualViewport
    if (!isOn || !view) return undefined
    const measure = () => {
      const top = Math.round(view.offsetTop + view.height)
      const height = Math.max(0, innerHeight - top)
      const isOpen = view.scale < 1.05 && innerHeight - view.height > KEYBOARD_MIN_PX
      setKeyboard((before) => {
        if (!isOpen) return null
        return before?.top === top && before.height === height ? before : { top, height }
      })
    }
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    // The keyboard may be open already: the text was focused before.
    const frame = requestAnimationFrame(measure)
    return () => {
      cancelAnimationFrame(frame)
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
    }
  }, [isOn])
  return isOn ? keyboard : null
}
