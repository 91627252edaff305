import { type MouseEvent, type TouchEvent, useEffect, useRef } from 'react'

/** A finger that stays on a row for this long means its act sheet. */
const HOLD_MS = 500
/** A finger that moved less than this, in pixels, is still on its place. */
const STILL_PX = 10
/** A finger that moved this far sideways swipes. */
const SWIPE_PX = 48

interface Start {
  key: string
  x: number
  y: number
  timer: ReturnType<typeof setTimeout>
}

/**
 * Recognises gestures on the rows of a list: a swipe to the left, one back, and a long press. Returns the handlers of
 * the list. Every gesture is a shortcut for a button.
 */
export function useRowGestures({
  onSwipe,
  onHold,
}: {
  /** Called with the row that is swiped to the left; with null once it is swiped back or left. */
  onSwipe: (key: string | null) => void
  onHold: (key: string) => void
}) {
  const start = useRef<Start | null>(null)
  /** True after a long press has opened the sheet, so that lifting the finger is not a tap. */
  const isHeld = useRef(false)
  const end = () => {
    clearTimeout(start.current?.timer)
    start.current = null
  }
  useEffect(() => end, [])
  return {
    onTouchStart: ({ target, touches }: TouchEvent) => {
      end()
      isHeld.current = false
      const [finger, second] = Array.from(touches)
      const key = target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset.row
      if (!finger || second || !key) return
      const timer = setTimeout(() => {
        isHeld.current = true
        start.current = null
        onHold(key)
      }, HOLD_MS)
      start.current = { key, x: finger.clientX, y: finger.clientY, timer }
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const [finger] = Array.from(touches)
      const from = start.current
      if (!finger || !from) return
      const [across, down] = [finger.clientX - from.x, finger.clientY - from.y]
      if (Math.hypot(across, down) > STILL_PX) clearTimeout(from.timer)
      if (Math.abs(across) < SWIPE_PX || Math.abs(across) < 2 * Math.abs(down)) return
      end()
      onSwipe(across < 0 ? from.key : null)
    },
    onTouchEnd: end,
    onTouchCancel: end,
    onClickCapture: (event: MouseEvent) => {
      if (!isHeld.current) return
      isHeld.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu: (event: MouseEvent) => {
      // The browser's menu of a long press.
      if (start.current !== null || isHeld.current) event.preventDefault()
    },
  }
}
