import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCloseOnBack, useIsWide } from '../../ui'
import { write } from './write'

/**
 * The panel of faces. On a phone it takes the place of the keyboard, and Back closes it.
 *
 * @param change takes a text that was changed while its field did not have the focus
 */
export function useFaces(box: RefObject<HTMLTextAreaElement | null>, change: (text: string) => void) {
  const [isOpen, setIsOpen] = useState(false)
  const isWide = useIsWide()
  const close = () => {
    setIsOpen(false)
  }
  useCloseOnBack(isOpen && !isWide, close)
  return {
    isOpen,
    close,
    /** Closes the panel and returns to the text. */
    leave: () => {
      close()
      box.current?.focus({ preventScroll: true })
    },
    toggle: () => {
      if (!isOpen && !isWide) box.current?.blur()
      setIsOpen(!isOpen)
    },
    insert: (face: string) => {
      const area = box.current
      if (!area) return
      const { value: text, selectionStart: from, selectionEnd: to } = area
      const end = from + face.length
      if (area === document.activeElement) {
        write(area, { from, to, insert: face, selectFrom: end, selectTo: end })
        return
      }
      // The text must not take the focus: it may be in the panel, and would open a phone's keyboard.
      flushSync(() => {
        change(text.slice(0, from) + face + text.slice(to))
      })
      area.setSelectionRange(end, end)
    },
  }
}
