import { type Board, type CurrentUser, type ThreadInList } from '@forum/shared/contract'

const NOW = '2026-11-20T09:30:00.000Z'

/** Returns a board; properties that are not given get plain defaults. */
export function aBoard(given: Partial<Board> & { id: number }): Board {
  const name = given.name_zh ?? `版块${given.id}`
  return {
    name: `Board ${given.id}`,
    name_zh: name,
    displayName: name,
    description: '',
    description_zh: '',
    displayDescription: '',
    translatedName: name,
    parentId: null,
    parent: null,
    children: [],
    category: '1',
    moderators: [],
    threadCount: 0,
    postCount: 0,
    todayCount: 0,
    position: given.id,
    postRole: 'user',
    lastThread: null,
    ...given,
  }
}

/** A member who is signed in. */
export function aMember(given: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: 7,
    username: 'laowang88',
    displayName: '老王',
    avatar: null,
    role: 'user',
    postCount: 213,
    joinedAt: NOW,
    signature: '',
    status: 'active',
    threadCount: 12,
    likesReceived: 486,
    lastLoginAt: null,
    isOnline: true,
    email: 'laowang88@example.com',
    moderatedBoardIds: [],
    showOnline: true,
    mutedUntil: null,
    density: 'normal',
    textSize: 'normal',
    secondFactor: 'off',
    blocked: [],
    ...given,
  }
}

/** A row of a thread list. */
export function aThread(given: Partial<ThreadInList> & { id: number }): ThreadInList {
  const { email: _email, ...author } = aMember()
  const { postCount, joinedAt, signature, id, username, displayName, avatar, role } = author
  const summary = { id, username, displayName, avatar, role }
  const count = given.replyCount ?? 0
  return {
    title: `主题${given.id}`,
    content: '',
    board: { id: 42, name: 'H1B', name_zh: 'H1B与工作签证', displayName: 'H1B与工作签证' },
    boardId: 42,
    author: { ...summary, postCount, joinedAt, signature },
    userId: id,
    user_id: id,
    createdAt: NOW,
    postCount: count + 1,
    post_count: count + 1,
    replyCount: count,
    reply_count: count,
    viewCount: 0,
    view_count: 0,
    poll: null,
    isPinned: false,
    isFeatured: false,
    isLocked: false,
    isDeleted: false,
    lastPostAt: NOW,
    lastPostUser: summary,
    lastNumber: count + 1,
    totalPages: 1,
    seq: 1,
    isEdited: false,
    editedAt: null,
    openingPostId: given.id * 10,
    viewer: null,
    ...given,
  }
}
