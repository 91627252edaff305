import { partBeingRead } from './part-being-read'

/** Hides the app (readable.css). */
const COVERED = 'data-covered'

/** The error screen of the app, or of its layout. */
const CRASHED = '[data-crashed]'

/**
 * Shows the document that the server rendered until the app has a screen to show in its place: its code, its texts and
 * its first data. Until then `readable.css` hides the app. The post that is read keeps its place in the window, unless the
 * address leads to another. If the first screen fails to render, before or after it took the place, the document is
 * shown: it has the same texts, and links that load another page.
 */
export function keepReadable(root: HTMLElement): void {
  const readable = document.querySelector('.readable')
  if (!readable) return
  const { title } = document
  const { href } = location
  root.setAttribute(COVERED, '')
  const watcher = new MutationObserver(() => {
    const isShown = readable.isConnected
    if (root.querySelector(CRASHED) || (!isShown && !root.firstChild)) {
      watcher.disconnect()
      if (location.href !== href) return
      root.setAttribute(COVERED, '')
      if (!isShown) root.after(readable)
      keepTitle(title)
    } else if (!isShown) {
      // The posts of a page are rendered in steps.
      if (!root.querySelector('main [aria-busy="true"]')) watcher.disconnect()
    } else if (root.firstChild && !root.querySelector('main .skeleton')) replace(readable, root)
  })
  watcher.observe(root, { childList: true, subtree: true, attributeFilter: ['aria-busy'] })
}

/** Removes the document, unless the post that is read has yet to appear in the app. */
function replace(readable: Element, root: HTMLElement): void {
  const read = scrollY > 0 && location.hash === '' ? partBeingRead(postsOf(readable)) : undefined
  const same = read && root.querySelector(`#${read.id}`)
  const top = scrollY + (same ? offsetOf(read, same) : 0)
  const isThere = same && top <= root.scrollHeight - innerHeight
  // The posts of a page are rendered in steps.
  if (read && !isThere && root.querySelector('main [aria-busy="true"]')) return
  const hadFocus = readable.contains(document.activeElement)
  readable.remove()
  root.removeAttribute(COVERED)
  if (same) scrollTo({ top, behavior: 'instant' })
  if (hadFocus) root.querySelector('main')?.focus({ preventScroll: true })
}

/** Keeps the title of the document, which the error screen replaces by its own. */
function keepTitle(title: string): void {
  const keep = () => {
    if (document.title !== title) document.title = title
  }
  keep()
  new MutationObserver(keep).observe(document.head, { childList: true, subtree: true, characterData: true })
}

const postsOf = (readable: Element) => [...readable.querySelectorAll('article')]

/** Returns how far to scroll, in pixels, from a post to its copy: a long one may be folded there. */
function offsetOf(post: Element, copy: Element): number {
  const [from, to] = [post.getBoundingClientRect(), copy.getBoundingClientRect()]
  return to.top + Math.min(-from.top, to.height)
}
