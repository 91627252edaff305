import { type PublicPost } from '@forum/shared/contract'
import { partBeingRead } from '../../ui'
import { type Wanted } from '../../accounts'
import { threadText } from './thread.texts'

/** Returns the address of a page of a thread; the first page needs no number. */
export const threadPath = (threadId: number, page = 1): string =>
  page === 1 ? `/threads/${threadId}` : `/threads/${threadId}/page/${page}`

/** Returns the address of the posts of one author in a thread. */
export const authorPath = (threadId: number, authorId: number, page = 1): string =>
  `/threads/${threadId}?author=${authorId}${page === 1 ? '' : `&page=${page}`}`

/** Returns the id of a post's element on the page. */
export const postAnchor = (postId: number): string => `post-${postId}`

/** Returns the address of a post on its page. */
export const postPath = (post: Pick<PublicPost, 'id' | 'threadId' | 'page'>): string =>
  `${threadPath(post.threadId, post.page)}#${postAnchor(post.id)}`

/** Returns the post number as the interface shows it: 楼主 #1, 12 楼. */
export const numberText = ({ isOpeningPost, number }: { isOpeningPost: boolean; number: number }): string =>
  isOpeningPost ? threadText('openingNumber') : threadText('postNumber', { n: number })

/** Returns the id of the element of a post's nth heading. */
export const sectionId = (anchor: string, nth: number): string => `${anchor}-${nth}`

/** Returns the id of the post in an address: `#post-5`, or `#post-5-2` for a heading in it; otherwise null. */
export function postIdOf(hash: string): number | null {
  const id = /^#post-([1-9][0-9]{0,15})(?:-[1-9][0-9]{0,3})?$/.exec(hash)?.[1]
  return id === undefined ? null : Number(id)
}

/** Focuses a post without scrolling, so that keyboard navigation continues from there. */
export function focusPost(postId: number): void {
  document.getElementById(postAnchor(postId))?.focus({ preventScroll: true })
}

/** Returns the post at the reader's position. */
export function readPost(): HTMLElement | undefined {
  const posts = [...document.querySelectorAll<HTMLElement>('[data-number]')]
  return partBeingRead(posts) ?? posts[0]
}

/** Presses a button of the focused post, if it is in sight, or else of the post at the reader's position. */
export function pressInReadPost(act: 'quote' | 'like'): void {
  const focused = document.activeElement?.closest<HTMLElement>('[data-number]')
  const { top = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {}
  const post = focused && bottom > 0 && top < innerHeight ? focused : readPost()
  post?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click()
}

/** Focuses the post at the reader's position, without scrolling. */
export function focusReadPost(): void {
  readPost()?.focus({ preventScroll: true })
}

/** Returns whether an element is completely in the window. */
export function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

export function isPostInWindow(postId: number): boolean {
  const element = document.getElementById(postAnchor(postId))
  return element !== null && isInWindow(element)
}

const LIT_MS = 2_000

/** Highlights the target post of a link with a fading background, which extends beyond the text on both sides. */
function lightUp(element: HTMLElement): void {
  // The mark of the focus is at the outer edge.
  const edge = element.matches(':focus-visible') ? 'var(--seal)' : 'var(--live-wash)'
  const lit = {
    backgroundColor: 'var(--live-wash)',
    boxShadow: `-9px 0 0 var(--live-wash), -12px 0 0 ${edge}, 12px 0 0 var(--live-wash)`,
  }
  element.animate([lit, { ...lit, offset: 0.6 }, {}], LIT_MS)
}

/** Returns the heading of a post that an address names, or else the post. */
const placeOf = (postId: number, hash: string): HTMLElement | null =>
  (postIdOf(hash) === postId ? document.getElementById(hash.slice(1)) : null) ??
  document.getElementById(postAnchor(postId))

/** Scrolls to a post, or to the heading in it that an address names, without focusing it. */
export function bringIntoView(postId: number, hash = ''): void {
  placeOf(postId, hash)?.scrollIntoView({ block: 'start' })
}

/** The event of a post's element that unfolds its text. */
export const UNFOLD = 'forum:unfold'

/**
 * Scrolls to a post, or to the heading in it that an address names, and focuses the post, so that reading and keyboard
 * navigation continue from there.
 */
export function goToPost(postId: number, behavior: ScrollBehavior = 'auto', hash = ''): boolean {
  const element = document.getElementById(postAnchor(postId))
  if (!element) return false
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.dispatchEvent(new Event(UNFOLD))
  element.focus({ preventScroll: true })
  const place = placeOf(postId, hash) ?? element
  place.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : behavior })
  lightUp(place)
  return true
}

/** Returns the act on a post for which a visitor is asked to sign in. */
export const wantedOf = (
  act: 'like' | 'quote' | 'report',
  post: Pick<PublicPost, 'id' | 'threadId' | 'page' | 'number' | 'author'>,
): Wanted => ({
  act,
  id: post.id,
  place: postPath(post),
  name: post.author.displayName,
  number: post.number,
})

/** Returns the author in an address, 0 for who started the thread without a name; null if it names none. */
export const readAuthorId = (text: string | null): number | null =>
  text === '0' ? 0 : readId(text ?? undefined)

/** Returns the id in a part of an address; null if it is none. */
export const readId = (text: string | undefined): number | null =>
  text && /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : null
