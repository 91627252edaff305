import { useEffect, useState } from 'react'

/** Anything that covers less of the window is a browser bar, not a keyboard. */
const KEYBOARD_MIN_PX = 150
/** The height of the toolbar (composer.css). */
const TOOLBAR_PX = 48

/**
 * The position of a toolbar right above the keyboard of a phone, in pixels from the top of the page's window; null
 * while no keyboard is open.
 */
export function useKeyboardTop(isWriting: boolean): number | null {
  const [top, setTop] = useState<number | null>(null)
  useEffect(() => {
    const view = globalThis.visualViewport
    if (!isWriting || !view) return undefined
    const measure = () => {
      const bottom = view.offsetTop + view.height
      const isOpen = view.scale < 1.05 && innerHeight - view.height > KEYBOARD_MIN_PX
      setTop(isOpen ? Math.round(bottom - TOOLBAR_PX) : null)
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
  }, [isWriting])
  return isWriting ? top : null
}
