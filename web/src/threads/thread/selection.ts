import { QUOTE_LENGTH } from '@forum/shared/limits'
import { plainText, sliceSource } from '@forum/shared/markup'
import { cutWithEllipsis, oneLine } from '@forum/shared/text'
import { parsed } from './parsed'
import { postAnchor } from './permalink'
import { selectedSource } from './selected-source'

/** Words selected in a post. */
export interface SelectedWords {
  /** Their source, in which code, spoilers and quotes keep their tags. At most as long as an excerpt. */
  source: string
  text: string
}

/** Returns the selected words of a post; null if none are. */
export function selectionIn(post: { id: number; content: string }): SelectedWords | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const rendered = document.querySelector(`#${postAnchor(post.id)} .post-main .markup`)
  const range = selection.getRangeAt(0)
  if (!rendered?.contains(range.commonAncestorContainer)) return null
  const part = selectedSource(rendered, range, parsed(post.content))
  const source = part ? sliceSource(post.content, part, QUOTE_LENGTH) : ''
  if (source === '') return null
  return { source, text: cutWithEllipsis(oneLine(plainText(source, { quotes: true })), QUOTE_LENGTH) }
}
