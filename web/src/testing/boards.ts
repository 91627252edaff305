import {
  board,
  currentUser,
  threadInList,
  type Board,
  type CurrentUser,
  type ThreadInList,
} from '@forum/shared/contract'
import { blankOf } from './blank'

/** Returns a board; properties that are not given get plain defaults. */
export function aBoard(given: Partial<Board> & { id: number }): Board {
  const name = given.name_zh ?? `版块${given.id}`
  return {
    ...blankOf(board),
    name: `Board ${given.id}`,
    name_zh: name,
    displayName: name,
    translatedName: name,
    category: '1',
    position: given.id,
    ...given,
  }
}

/** A member who is signed in. */
export function aMember(given: Partial<CurrentUser> = {}): CurrentUser {
  return {
    ...blankOf(currentUser),
    id: 7,
    username: 'laowang88',
    displayName: '老王',
    postCount: 213,
    threadCount: 12,
    likesReceived: 486,
    isOnline: true,
    email: 'laowang88@example.com',
    emailVerified: true,
    emailBounces: false,
    canVerifyEmail: true,
    pendingEmail: null,
    renamableAt: '2026-01-01T00:00:00.000Z',
    hasPassword: true,
    showOnline: true,
    ...given,
  }
}

/** A row of a thread list. */
export function aThread(given: Partial<ThreadInList> & { id: number }): ThreadInList {
  const { postCount, joinedAt, signature, status, id, username, displayName, avatar, role } = aMember()
  const summary = { id, username, displayName, avatar, role }
  const count = given.replyCount ?? 0
  return {
    ...blankOf(threadInList),
    title: `主题${given.id}`,
    board: { id: 42, name: 'H1B', name_zh: 'H1B与工作签证', displayName: 'H1B与工作签证' },
    boardId: 42,
    author: { ...summary, postCount, joinedAt, signature, status },
    userId: id,
    user_id: id,
    postCount: count + 1,
    post_count: count + 1,
    replyCount: count,
    reply_count: count,
    lastPostUser: summary,
    lastPostNumber: given.lastNumber ?? count + 1,
    lastNumber: count + 1,
    totalPages: 1,
    seq: 1,
    openingPostId: given.id * 10,
    ...given,
  }
}
