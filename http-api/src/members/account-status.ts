import type { MemberDoc } from './members.model'

type Status = Pick<MemberDoc, 'status' | 'bannedUntil'>

const hasBanEnded = ({ status, bannedUntil }: Status, now: Date) =>
  status === 'banned' && bannedUntil !== null && bannedUntil <= now

/** Returns the account as of a time: an account whose ban has ended is active. */
export const asOf = <Member extends Status>(member: Member, now: Date): Member =>
  hasBanEnded(member, now) ? { ...member, status: 'active', bannedUntil: null } : member

/** The account is active as of a time. */
export const isOpenAt = (member: Status, now: Date): boolean =>
  member.status === 'active' || hasBanEnded(member, now)

/**
 * Of an account that still exists. Every write to a member states the status that it needs, since a call may be carried
 * out after the account was closed: a deleted one must not get back a name or any other data.
 */
export const NOT_DELETED = { status: { $ne: 'deleted' } } as const

/** Returns the condition of an account that is active at a time (`asOf`). */
export const openAt = (now: Date) => ({
  $or: [{ status: 'active' as const }, { status: 'banned' as const, bannedUntil: { $ne: null, $lte: now } }],
})
