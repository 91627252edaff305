import { type Edit } from './edits'

/** Changes the text as typing would, so that the browser can undo it. */
export function write(box: HTMLTextAreaElement, { from, to, insert, selectFrom, selectTo }: Edit): void {
  box.focus()
  box.setSelectionRange(from, to)
  const isWritten =
    'execCommand' in document && document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert)
  if (!isWritten) {
    box.setRangeText(insert, from, to)
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  box.setSelectionRange(selectFrom, selectTo)
}

/** Inserts lines at the caret, as separate lines, without replacing the selection. */
export function insertBlock(box: HTMLTextAreaElement, block: string): void {
  const { value, selectionEnd: from } = box
  const insert = from === 0 || value[from - 1] === '\n' ? block : `\n${block}`
  const end = from + insert.length
  write(box, { from, to: from, insert, selectFrom: end, selectTo: end })
}
