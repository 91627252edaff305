import { partBeingRead } from './part-being-read'

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
    const read = scrollY > 0 && location.hash === '' ? partBeingRead(postsOf(readable)) : undefined
    const same = read && root.querySelector(`#${read.id}`)
    const top = scrollY + (same ? offsetOf(read, same) : 0)
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

const postsOf = (readable: Element) => [...readable.querySelectorAll('article')]

/** Returns how far to scroll, in pixels, from a post to its copy: a long one may be folded there. */
function offsetOf(post: Element, copy: Element): number {
  const [from, to] = [post.getBoundingClientRect(), copy.getBoundingClientRect()]
  return to.top + Math.min(-from.top, to.height)
}
