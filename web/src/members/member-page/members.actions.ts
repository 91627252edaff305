import { type Role, type User, type UserSummary } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { listsSlice } from '../../resource'
import { accountChanged, type Forum, type Write } from '../../store'
import { withFreshPassword } from '../../state/session'
import { BLOCKED, FOLLOWED, membersSlice, SESSIONS } from './members.slice'

/** Actions of a moderator or an admin on a member. */
/** Blocks or unblocks a member. */
export function setBlocked(forum: Forum, member: UserSummary, blocked: boolean): Promise<Result<void>> {
  return resultOf(
    forum
      .call('blockUser', { params: { userId: String(member.id) }, body: { blocked } })
      .then(async (response) => {
        // The response says whose posts to hide, and the boards that they moderate.
        const { user } = await forum.call('me')
        forum.update((write) => {
          accountChanged(write, user)
          setListed(write, BLOCKED, member, response.blocked)
        })
      }),
  )
}

/** Follows a member, whose new threads then notify this one, or unfollows them. */
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

/** Gives a member a role. */
export function setRole(forum: Forum, userId: number, role: Role, reason: string): Promise<Result<void>> {
  const params = { userId: String(userId) }
  const change = () => forum.call('setUserRole', { params, body: { role, reason } })
  return resultOf(
    withFreshPassword(forum, change).then(({ user }) => {
      memberChanged(forum, user)
    }),
  )
}

/** Applies an account that a moderator has changed, as in the response. */
export function memberChanged(forum: Forum, user: User): void {
  forum.update((write) => {
    write(membersSlice).profiles[user.id] = user
  })
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

/** Reports a member to the moderators. */
export const reportMember = (forum: Forum, userId: number, reason: string): Promise<Result<void>> =>
  resultOf(forum.call('reportUser', { params: { userId }, body: { reason } }).then(() => undefined))
