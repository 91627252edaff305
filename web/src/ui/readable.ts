/**
 * Shows the document that the server rendered until the app has a screen to show in its place: its code, its texts and
 * its first data. Until then `readable.css` hides the app. The post that is read keeps its place in the window, unless the
 * address leads to another.
 */
export function keepReadable(root: HTMLElement): void {
  const readable = document.querySelector('.readable')
  if (!readable) return
  const watcher = new MutationObserver(() => {
    if (!root.firstChild || root.querySelector('main .skeleton')) return
    const read = scrollY > 0 && location.hash === '' ? readPost(readable) : undefined
    const same = read && root.querySelector(`#${read.id}`)
    const top = scrollY + (same ? topOf(same) - topOf(read) : 0)
    const isThere = same && top <= root.scrollHeight - innerHeight
    // The posts of a page are rendered in steps.
    if (read && !isThere && root.querySelector('main [aria-busy="true"]')) return
    watcher.disconnect()
    const hadFocus = readable.contains(document.activeElement)
    readable.remove()
    if (same) scrollTo({ top, behavior: 'instant' })
    if (hadFocus) root.querySelector('main')?.focus({ preventScroll: true })
  })
  watcher.observe(root, { childList: true, subtree: true, attributeFilter: ['aria-busy'] })
}

/** A post that begins this far below the top of the window, in pixels, still counts as the one being read. */
const READING_LINE_PX = 160

const readPost = (readable: Element) =>
  [...readable.querySelectorAll('article')].findLast((post) => topOf(post) < READING_LINE_PX)

const topOf = (element: Element) => element.getBoundingClientRect().top
