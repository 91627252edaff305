import { type TextSize } from '@forum/shared/contract'
import { createListeners } from '../../lib/signal'
import { type Forum, sessionSlice } from '../../store'

/** Also read before the first paint by `web/public/theme.js`. */
const KEY = 'text-size'

const watchers = createListeners()

/** The current size: `data-text` of the document, which is absent for normal text. */
export const textSize = {
  current: () => (document.documentElement.dataset.text ?? 'normal') as TextSize,
  subscribe: watchers.subscribe,
}

/** Shows a size, and remembers it in this browser for the next visit. */
export function showTextSize(size: TextSize): void {
  if (size === textSize.current()) return
  const { dataset } = document.documentElement
  if (size === 'normal') delete dataset.text
  else dataset.text = size
  try {
    localStorage.setItem(KEY, size)
  } catch {
    // Without storage it applies until the page is closed.
  }
  watchers.notify()
}

/** Follows the size in the account. Call once. */
export function startTextSize(forum: Forum): void {
  forum.subscribe((read, before) => {
    const size = read(sessionSlice).user?.textSize
    if (size && size !== before(sessionSlice).user?.textSize) showTextSize(size)
  })
}
