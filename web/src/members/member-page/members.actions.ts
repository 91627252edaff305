import { type Role, type UserSummary } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { listsSlice } from '../../resource'
import { accountChanged, type Forum, type Write } from '../../store'
import { withFreshPassword } from '../../state/session'
import { BLOCKED, FOLLOWED, membersSlice, SESSIONS } from './members.slice'

/** Actions of a moderator or an admin on a member. */
export type Discipline =
  | { kind: 'ban'; until: string | null; reason: string }
  | { kind: 'unban'; reason: string }
  | { kind: 'mute'; until: string; reason: string }
  | { kind: 'unmute'; reason: string }
  | { kind: 'role'; role: Role; reason: string }

/** Blocks or unblocks a member. */
export function setBlocked(forum: Forum, member: UserSummary, blocked: boolean): Promise<Result<void>> {
  return resultOf(
    forum
      .call('blockUser', { params: { userId: String(member.id) }, body: { blocked } })
      .then(async (response) => {
        // It says whom to hide, and the boards that they moderate.
        const { user } = await forum.call('me')
        forum.update((write) => {
          accountChanged(write, user)
          setListed(write, BLOCKED, member, response.blocked)
        })
      }),
  )
}

/** Follows a member, whose new threads then notify this one, or ends that. */
export function setFollowed(forum: Forum, member: UserSummary, followed: boolean): Promise<Result<void>> {
  return resultOf(
    forum
      .call('followUser', { params: { userId: String(member.id) }, body: { followed } })
      .then((response) => {
        forum.update((write) => {
          setListed(write, FOLLOWED, member, response.followed)
        })
      }),
  )
}

/** Puts a member into a list of members, or removes them. */
function setListed(write: Write, key: string, member: UserSummary, isListed: boolean): void {
  write(membersSlice).listed[member.id] = member
  const list = write(listsSlice)[key]
  if (!list) return
  const others = list.ids.filter((id) => id !== member.id)
  list.ids = isListed ? [member.id, ...others] : others
}

export function discipline(forum: Forum, userId: number, act: Discipline): Promise<Result<void>> {
  const { call } = forum
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
        return withFreshPassword(forum, () =>
          call('setUserRole', { params, body: { role: act.role, reason } }),
        )
    }
  }
  return resultOf(
    response().then(({ user }) => {
      forum.update((write) => {
        write(membersSlice).profiles[user.id] = user
      })
    }),
  )
}

/** Ends another of the member's own sessions. */
export function endOtherSession(forum: Forum, sessionId: number): Promise<Result<void>> {
  return resultOf(
    forum.call('revokeSession', { params: { sessionId: String(sessionId) } }).then(() => {
      forum.update((write) => {
        const list = write(listsSlice)[SESSIONS]
        if (list) list.ids = list.ids.filter((id) => id !== sessionId)
      })
    }),
  )
}
