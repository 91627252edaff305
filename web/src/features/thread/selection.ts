import { QUOTE_LENGTH } from '@forum/shared/limits'
import { cutWithEllipsis, trimText } from '@forum/shared/text'
import { postAnchor } from './permalink'

/** Returns the text selected within a post's own words, at most as long as an excerpt; null if there is none. */
export function selectionIn(postId: number): string | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const text = document.querySelector(`#${postAnchor(postId)} .post-main .markup`)
  const range = selection.getRangeAt(0)
  if (!text?.contains(range.commonAncestorContainer)) return null
  const words = trimText(selection.toString())
  return words === '' ? null : cutWithEllipsis(words, QUOTE_LENGTH)
}
