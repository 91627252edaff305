import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { keyOf } from '../../lib/keys'
import { type Edit } from './edits'
import { isInCode, typedEdit } from './markdown'
import { markupOfHtml } from './paste'
import { write } from './write'

/** Kinds of input that a key types. Others, such as that of an input method, are left alone. */
const TYPED = new Set(['insertText', 'insertLineBreak', 'insertParagraph'])

/**
 * Turns Markdown into markup as it is typed or pasted. Each change is one step that the browser can undo, and Backspace
 * right after it undoes it as well.
 */
export function useMarkdown(isOn: boolean) {
  /** The text and the caret's offset right after a change. */
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
      // After the form has applied the input.
      queueMicrotask(() => {
        if (target.value === value && target === document.activeElement) change(target, edit)
      })
    },
    /** Undoes the last change if the key is Backspace right after it; returns whether it did. */
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
    /** Inserts pasted content as markup, if it has formatting. */
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
