import { partBeingRead } from './part-being-read'

/** The attribute that hides the app (readable.css). */
const COVERED = 'data-covered'

/** Selects the error screen of the app, or of its layout. */
const CRASHED = '[data-crashed]'

/**
 * Keeps the document that the server rendered visible until the app can show a screen in its place, with its code, its
 * texts and its first data. Until then `readable.css` hides the app. The post at the reader's position stays there,
 * unless the address leads to another. If the first screen fails to render, before or after the replacement, the
 * document is shown again: it has the same texts, and links that load another page.
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

/** Removes the document, unless the post at the reader's position has yet to appear in the app. */
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

/** Restores the title of the document, which the error screen replaces with its own. */
function keepTitle(title: string): void {
  const keep = () => {
    if (document.title !== title) document.title = title
  }
  keep()
  new MutationObserver(keep).observe(document.head, { childList: true, subtree: true, characterData: true })
}

const postsOf = (readable: Element) => [...readable.querySelectorAll('article')]

/** Returns the distance to scroll, in pixels, from a post to its copy, which may be folded. */
function offsetOf(post: Element, copy: Element): number {
  const [from, to] = [post.getBoundingClientRect(), copy.getBoundingClientRect()]
  return to.top + Math.min(-from.top, to.height)
}
