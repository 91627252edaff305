import {
  type Post,
  type SessionInfo,
  type ThreadInList,
  type User,
  type UserSummary,
} from '@forum/shared/contract'
import { type List, nextPage } from '../../resource'
import { applyThread } from '../../state/thread-copy'
import { BLOCKED, FOLLOWED, membersSlice, SESSIONS } from './members.slice'

/** Number of a member's threads or replies loaded at once. */
const ACTIVITY_SIZE = 10

/** One member, as a list of one. */
export const memberProfile = (userId: number): List<User> => ({
  key: `member:${userId}`,
  room: null,
  applyItem: (write, user) => {
    write(membersSlice).profiles[user.id] = user
  },
  async read({ call }) {
    const { user } = await call('getUser', { params: { userId } })
    return { items: [user] }
  },
})

/** Threads that a member started, the newest first. */
export const memberThreads = (userId: number): List<ThreadInList> => ({
  key: `threads of member:${userId}`,
  room: null,
  applyItem: (write, thread) => {
    applyThread(write, thread)
  },
  async read({ call, cursor }) {
    const { threads, pagination } = await call('listThreadsOfMember', {
      params: { userId },
      query: { page: cursor ?? '1', limit: ACTIVITY_SIZE },
    })
    return { items: threads, nextCursor: nextPage(pagination) }
  },
})

/** Replies of a member in all threads, the newest first. */
export const memberReplies = (userId: number): List<Post> => ({
  key: `replies of member:${userId}`,
  room: null,
  applyItem: (write, post) => {
    write(membersSlice).repliesOfMembers[post.id] = post
  },
  async read({ call, cursor }) {
    const { posts, pagination } = await call('listPostsOfMember', {
      params: { userId },
      query: { page: cursor ?? '1', limit: ACTIVITY_SIZE },
    })
    return { items: posts, nextCursor: nextPage(pagination) }
  },
})

/** The member's own sessions, most recently used first. */
export const ownSessions: List<SessionInfo> = {
  key: SESSIONS,
  room: null,
  applyItem: (write, session) => {
    write(membersSlice).sessions[session.id] = session
  },
  async read({ call }) {
    return { items: (await call('listSessions')).sessions }
  },
}

/** A list of members that the reader has made, most recent first. */
const listOf = (key: string, name: 'listBlocked' | 'listFollowing'): List<UserSummary> => ({
  key,
  room: null,
  applyItem: (write, member) => {
    write(membersSlice).listed[member.id] = member
  },
  async read({ call }) {
    return { items: (await call(name)).users }
  },
})

/** The members whom the reader has blocked. */
export const blockedMembers = listOf(BLOCKED, 'listBlocked')

/** The members whom the reader follows. */
export const followedMembers = listOf(FOLLOWED, 'listFollowing')
