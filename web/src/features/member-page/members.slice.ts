import { type Post, type Role, type SessionInfo, type User, type UserSummary } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Slice, type SliceTools } from '../../store/slice'

export interface MembersState {
  /** Members as their own pages show them. */
  profiles: Record<number, User>
  /** Replies of members, each with its thread. */
  repliesOfMembers: Record<number, Post>
  /** The member's own sessions. */
  sessions: Record<number, SessionInfo>
  /** Members whom this one has blocked, now or when the list was loaded. */
  blockedMembers: Record<number, UserSummary>
}

/** Actions of a moderator or an admin on a member. */
export type Discipline =
  | { kind: 'ban'; until: string | null; reason: string }
  | { kind: 'unban'; reason: string }
  | { kind: 'mute'; until: string; reason: string }
  | { kind: 'unmute'; reason: string }
  | { kind: 'role'; role: Role; reason: string }

export interface MembersActions {
  /** Blocks or unblocks a member. */
  setBlocked: (member: UserSummary, blocked: boolean) => Promise<Result<void>>
  discipline: (userId: number, act: Discipline) => Promise<Result<void>>
  /** Ends another of the member's own sessions. */
  endOtherSession: (sessionId: number) => Promise<Result<void>>
}

declare module '../../store/slice' {
  interface ForumState extends MembersState {}
  interface ForumActions extends MembersActions {}
}

/** The key of the list of blocked members; its ids are those who are blocked now. */
export const BLOCKED = 'blocked members'
/** The key of the list of the member's own sessions. */
export const SESSIONS = 'own sessions'

export const membersSlice = {
  scope: 'session',
  initialState: (): MembersState => ({
    profiles: {},
    repliesOfMembers: {},
    sessions: {},
    blockedMembers: {},
  }),
  actions: ({ update, call }: SliceTools): MembersActions => ({
    setBlocked: (member, blocked) =>
      resultOf(
        call('blockUser', { params: { userId: String(member.id) }, body: { blocked } }).then((response) => {
          update((state) => {
            state.blockedMembers[member.id] = member
            const list = state.lists[BLOCKED]
            if (!list) return
            const others = list.ids.filter((id) => id !== member.id)
            list.ids = response.blocked ? [member.id, ...others] : others
          })
        }),
      ),

    discipline: (userId, act) => {
      const params = { userId: String(userId) }
      const { reason } = act
      const response = () => {
        switch (act.kind) {
          case 'ban':
            return call('banUser', { params, body: { banned: true, until: act.until, reason } })
          case 'unban':
            return call('banUser', { params, body: { banned: false, reason } })
          case 'mute':
            return call('muteUser', { params, body: { until: act.until, reason } })
          case 'unmute':
            return call('muteUser', { params, body: { until: null, reason } })
          case 'role':
            return call('setUserRole', { params, body: { role: act.role, reason } })
        }
      }
      return resultOf(
        response().then(({ user }) => {
          update((state) => {
            state.profiles[user.id] = user
          })
        }),
      )
    },

    endOtherSession: (sessionId) =>
      resultOf(
        call('revokeSession', { params: { sessionId: String(sessionId) } }).then(() => {
          update((state) => {
            const list = state.lists[SESSIONS]
            if (list) list.ids = list.ids.filter((id) => id !== sessionId)
          })
        }),
      ),
  }),
} satisfies Slice
