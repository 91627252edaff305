import { type KeyboardEvent, useRef } from 'react'
import { isSendKey } from '../../ui'

/**
 * Ctrl/⌘ + Enter sends, never while an input method is composing: Safari ends the composition before it
 * reports the key that ended it, so composing lasts until the end of that task.
 */
export function useSendKey(send: () => void) {
  const isComposing = useRef(false)
  return {
    onCompositionStart: () => {
      isComposing.current = true
    },
    onCompositionEnd: () => {
      setTimeout(() => {
        isComposing.current = false
      })
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (isComposing.current || event.keyCode === 229 || !isSendKey(event)) return
      event.preventDefault()
      send()
    },
  }
}
