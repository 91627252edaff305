import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { keyOf } from '../../lib/keys'
import { type Edit } from './edits'
import { isInCode, typedEdit } from './markdown'
import { markupOfHtml } from './paste'
import { write } from './write'

/** What a key types. Anything else, such as what an input method composes, is left alone. */
const TYPED = new Set(['insertText', 'insertLineBreak', 'insertParagraph'])

/**
 * Turns Markdown into markup as it is typed or pasted. Each change is one step that the browser can undo, and Backspace
 * right after it undoes it as well.
 */
export function useMarkdown(isOn: boolean) {
  /** The text and the caret right after a change. */
  const changed = useRef<{ text: string; caret: number } | null>(null)
  const change = (area: HTMLTextAreaElement, edit: Edit) => {
    write(area, edit)
    changed.current = { text: area.value, caret: area.selectionStart }
  }
  return {
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
      changed.current = null
      if (!isOn || !('inputType' in nativeEvent)) return
      if (!TYPED.has((nativeEvent as InputEvent).inputType)) return
      const { value, selectionStart, selectionEnd } = target
      if (selectionStart !== selectionEnd) return
      const edit = typedEdit(value, selectionStart)
      if (!edit) return
      // After the form has taken what was typed.
      queueMicrotask(() => {
        if (target.value === value && target === document.activeElement) change(target, edit)
      })
    },
    /** Returns whether the key undid the last change. */
    onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
      const { value, selectionStart, selectionEnd } = event.currentTarget
      const before = changed.current
      changed.current = null
      if (keyOf(event) !== 'Backspace' || event.ctrlKey || event.metaKey || event.altKey) return false
      if (before?.text !== value || selectionStart !== before.caret || selectionEnd !== before.caret)
        return false
      event.preventDefault()
      document.execCommand('undo')
      return true
    },
    /** Inserts what is pasted as markup, where it has a form that plain text lacks. */
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => {
      const { clipboardData, currentTarget: area } = event
      if (!isOn || isInCode(area.value, area.selectionStart)) return
      const source = markupOfHtml(clipboardData.getData('text/html'))
      if (source === '') return
      event.preventDefault()
      const { selectionStart: from, selectionEnd: to } = area
      const end = from + source.length
      change(area, { from, to, insert: source, selectFrom: end, selectTo: end })
    },
  }
}
