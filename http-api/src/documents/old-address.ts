/** The target of an address of a Discuz! forum, with its ids there. */
export type OldAddress =
  | { kind: 'thread'; threadId: number; page: number }
  | { kind: 'post'; postId: number; threadId: number | null }
  | { kind: 'board'; boardId: number }
  | { kind: 'member'; memberId: number }
  | { kind: 'home' }

const ID = /^[1-9]\d{0,14}$/
const idOf = (text: string | null | undefined): number | null => (ID.test(text ?? '') ? Number(text) : null)

/** Paths of Discuz! that a forum answers with a redirect: rewritten ones, and its scripts. */
export const OLD_PATHS = [
  /^\/thread-(\d+)-(\d+)-\d+\.html$/,
  /^\/forum-(\d+)-\d+\.html$/,
  /^\/space-uid-(\d+)\.html$/,
  /^\/(forum|home|viewthread|forumdisplay|redirect|space)\.php$/,
] as const

/** Parses an address of a Discuz! forum; returns null for any other. */
export function readOldAddress(pathname: string, query: URLSearchParams): OldAddress | null {
  const [thread, board, member, script] = OLD_PATHS.map((pattern) => pattern.exec(pathname))
  if (thread) return threadAddress(thread[1], thread[2])
  if (board) return boardAddress(board[1])
  if (member) return memberAddress(member[1])
  // Links in posts of older versions have & escaped.
  const get = (name: string) => query.get(name) ?? query.get(`amp;${name}`)
  switch (script?.[1]) {
    case 'viewthread':
      return threadAddress(get('tid'), get('page'))
    case 'forumdisplay':
      return boardAddress(get('fid'))
    case 'redirect':
      return redirectAddress(get)
    case 'space':
      return memberAddress(get('uid'))
    case 'home':
      return get('mod') === 'space' ? memberAddress(get('uid')) : null
    case 'forum':
      break
    default:
      return null
  }
  switch (get('mod')) {
    case 'viewthread':
      return get('pid') === null
        ? threadAddress(get('tid'), get('page'))
        : postAddress(get('pid'), get('tid'))
    case 'forumdisplay':
      return boardAddress(get('fid'))
    case 'redirect':
      return redirectAddress(get)
    case null:
      return get('gid') === null ? { kind: 'home' } : boardAddress(get('gid'))
    default:
      return null
  }
}

type Get = (name: string) => string | null

function redirectAddress(get: Get): OldAddress | null {
  if (get('goto') === 'findpost') return postAddress(get('pid'), get('ptid'))
  return threadAddress(get('tid'), null)
}

function threadAddress(tid: string | null | undefined, page: string | null | undefined): OldAddress | null {
  const threadId = idOf(tid)
  return threadId === null ? null : { kind: 'thread', threadId, page: idOf(page) ?? 1 }
}

function postAddress(pid: string | null, tid: string | null): OldAddress | null {
  const postId = idOf(pid)
  return postId === null ? threadAddress(tid, null) : { kind: 'post', postId, threadId: idOf(tid) }
}

function boardAddress(fid: string | null | undefined): OldAddress | null {
  const boardId = idOf(fid)
  return boardId === null ? null : { kind: 'board', boardId }
}

function memberAddress(uid: string | null | undefined): OldAddress | null {
  const memberId = idOf(uid)
  return memberId === null ? null : { kind: 'member', memberId }
}
