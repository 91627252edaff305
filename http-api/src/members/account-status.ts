import type { MemberDoc } from './members.model'

/** The account as it counts at a time: a ban that has ended leaves it active. */
export const asOf = (member: MemberDoc, now: Date): MemberDoc =>
  member.status === 'banned' && member.bannedUntil !== null && member.bannedUntil <= now
    ? { ...member, status: 'active', banReason: null, bannedUntil: null }
    : member
