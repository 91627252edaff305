import { type PublicPost } from '@forum/shared/contract'

/** The address of a page of a thread; the first needs no number. */
export const threadPath = (threadId: number, page = 1): string =>
  page === 1 ? `/threads/${threadId}` : `/threads/${threadId}/page/${page}`

/** The address of the posts of one author in a thread. */
export const authorPath = (threadId: number, authorId: number, page = 1): string =>
  `/threads/${threadId}?author=${authorId}${page === 1 ? '' : `&page=${page}`}`

/** The id of a post's element on the page. */
export const postAnchor = (postId: number): string => `post-${postId}`

/** The address of a post on its page. */
export const postPath = (post: Pick<PublicPost, 'id' | 'threadId' | 'page'>): string =>
  `${threadPath(post.threadId, post.page)}#${postAnchor(post.id)}`

/** The post an address leads to: `#post-5`, or null. */
export function postIdOf(hash: string): number | null {
  const id = /^#post-([1-9][0-9]{0,15})$/.exec(hash)?.[1]
  return id === undefined ? null : Number(id)
}

/** Gives a post the focus where it stands, so that keys go on from there. */
export function focusPost(postId: number): void {
  document.getElementById(postAnchor(postId))?.focus({ preventScroll: true })
}

const LIT_MS = 2_000

/** Shows which post a link led to: its ground is lit, and fades. */
function lightUp(element: HTMLElement): void {
  const lit = { backgroundColor: 'var(--live-wash)' }
  element.animate([lit, { ...lit, offset: 0.6 }, { backgroundColor: 'transparent' }], LIT_MS)
}

/** Brings a post into view and gives it the focus, so that reading and keys go on from there. */
export function goToPost(postId: number, behavior: ScrollBehavior = 'auto'): boolean {
  const element = document.getElementById(postAnchor(postId))
  if (!element) return false
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : behavior })
  lightUp(element)
  return true
}
