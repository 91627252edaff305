/** The subject of a page of this site. */
export type PageSubject =
  | { kind: 'post'; id: number }
  | { kind: 'thread'; id: number }
  | { kind: 'member'; id: number }

const ID = '([1-9][0-9]{0,14})'
const POST_PATH = new RegExp(`^/posts/${ID}/?$`)
const THREAD_PATH = new RegExp(`^/threads/${ID}(?:/|$)`)
const MEMBER_PATH = new RegExp(`^/users/${ID}/?$`)
const POST_HASH = new RegExp(`^#post-${ID}(?:-|$)`)

/**
 * Returns what an address leads to; null if that is no thread, post or member. The host is not compared: a site may have
 * several, and a moderator reads the address.
 */
export function pageOf(url: string): PageSubject | null {
  if (!URL.canParse(url, 'http://site.invalid')) return null
  const { pathname, hash } = new URL(url, 'http://site.invalid')
  const subject = (kind: PageSubject['kind'], id: string | undefined): PageSubject | null =>
    id === undefined ? null : { kind, id: Number(id) }
  const threadId = THREAD_PATH.exec(pathname)?.[1]
  return (
    subject('post', POST_PATH.exec(pathname)?.[1] ?? (threadId && POST_HASH.exec(hash)?.[1])) ??
    subject('thread', threadId) ??
    subject('member', MEMBER_PATH.exec(pathname)?.[1])
  )
}
