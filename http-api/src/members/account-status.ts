import type { MemberDoc } from './members.model'

/** Returns the account as of a time: an account whose ban has ended is active. */
export const asOf = <Member extends Pick<MemberDoc, 'status' | 'bannedUntil'>>(
  member: Member,
  now: Date,
): Member =>
  member.status === 'banned' && member.bannedUntil !== null && member.bannedUntil <= now
    ? { ...member, status: 'active', bannedUntil: null }
    : member

/**
 * Of an account that still exists. Every write to a member states the status that it needs, since a call may be carried
 * out after the account was closed: a deleted one must not get back a name or any other data.
 */
export const NOT_DELETED = { status: { $ne: 'deleted' } } as const

/** Of an account that is active as of a time (`asOf`). */
export const openAt = (now: Date) => ({
  $or: [{ status: 'active' as const }, { status: 'banned' as const, bannedUntil: { $ne: null, $lte: now } }],
})
