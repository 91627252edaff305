import { isBlank } from '@forum/shared/text'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { keyOf } from '../../lib/keys'

/** The preview in place of a text. Any change of the text ends it. */
export function usePreview(box: RefObject<HTMLTextAreaElement | null>, text: string) {
  const [previewed, setPreviewed] = useState<string | null>(null)
  /** The caret's offset before the preview was opened. */
  const caret = useRef(0)
  const isShown = previewed === text && !isBlank(text)
  const close = () => {
    flushSync(() => {
      setPreviewed(null)
    })
    box.current?.focus({ preventScroll: true })
    box.current?.setSelectionRange(caret.current, caret.current)
  }
  return {
    isShown,
    caret,
    toggle: () => {
      caret.current = box.current?.selectionEnd ?? caret.current
      if (isShown) close()
      else setPreviewed(text)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (keyOf(event) !== 'Escape' || !isShown || event.defaultPrevented) return
      // Escape must not close the form as well.
      event.preventDefault()
      close()
    },
  }
}
