/** Bus messages reduced to the fields that the relay reads. */
let last = 0
const envelope = () => ({ id: `event-${++last}`, at: '2025-01-01T00:00:00.000Z' })

export const postCreated = (threadId: number, seq: number, more: object = {}) => ({
  name: 'post:created',
  ...envelope(),
  threadId,
  seq,
  ...more,
})
export const boardUpdated = (boardId: number, threadCount = 1) => ({
  name: 'board:updated',
  ...envelope(),
  boardId,
  threadCount,
  postCount: 1,
  lastThread: null,
})
export const unreadChanged = (messages: number) => ({
  name: 'unread:changed',
  ...envelope(),
  messages,
  notifications: 0,
  version: messages,
})
export const boardsChanged = () => ({ name: 'boards:changed', ...envelope() })
export const sessionRevoked = (reason: string) => ({ name: 'session:revoked', ...envelope(), reason })
