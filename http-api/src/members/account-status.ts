import type { MemberDoc } from './members.model'

/** Returns the account as of a time: an account whose ban has ended is active. */
export const asOf = (member: MemberDoc, now: Date): MemberDoc =>
  member.status === 'banned' && member.bannedUntil !== null && member.bannedUntil <= now
    ? { ...member, status: 'active', banReason: null, bannedUntil: null }
    : member
