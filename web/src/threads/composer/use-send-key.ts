import { type KeyboardEvent, useRef } from 'react'
import { isSendKey } from '../../ui'

/**
 * Sends on Ctrl/⌘ + Enter, but never while an input method is composing: Safari ends the composition before it reports
 * the key that ended it, so composing lasts until the end of that task.
 */
export function useSendKey(send: () => void) {
  const composes = useRef(false)
  return {
    onCompositionStart: () => {
      composes.current = true
    },
    onCompositionEnd: () => {
      setTimeout(() => {
        composes.current = false
      })
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (composes.current || !isSendKey(event)) return
      event.preventDefault()
      send()
    },
  }
}
