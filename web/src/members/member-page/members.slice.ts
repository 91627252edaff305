import { type Post, type SessionInfo, type User, type UserSummary } from '@forum/shared/contract'
import { defineSlice } from '../../store'

export interface Members {
  /** Members as their own pages show them. */
  profiles: Record<number, User>
  /** Replies of members, each with its thread. */
  repliesOfMembers: Record<number, Post>
  /** The member's own sessions. */
  sessions: Record<number, SessionInfo>
  /** Members whom this one has blocked or follows, now or when the list was loaded. */
  listed: Record<number, UserSummary>
}

/** The key of the list of blocked members; its ids are those who are blocked now. */
export const BLOCKED = 'blocked members'
/** The key of the list of followed members; its ids are those who are followed now. */
export const FOLLOWED = 'followed members'
/** The key of the list of the member's own sessions. */
export const SESSIONS = 'own sessions'

export const membersSlice = defineSlice(
  'members',
  (): Members => ({
    profiles: {},
    repliesOfMembers: {},
    sessions: {},
    listed: {},
  }),
  {
    on: {
      'member:changed': (state, { author }) => {
        const { [author.id]: shown } = state.profiles
        if (!shown) return
        const { status, signature, avatar, displayName } = author
        Object.assign(shown, { status, signature, avatar, displayName })
      },
    },
  },
)
