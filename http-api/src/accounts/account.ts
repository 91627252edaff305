import type { CurrentUser } from '@forum/shared/contract'
import { memberFields, type MemberDoc, type SecondFactor } from '../members'
import { namesFor, pick } from '../platform/mongo/audiences'

const ACCOUNT_FIELDS = namesFor(memberFields, ['own', 'public'], ['hasAlikeName', 'sessionEpoch'])
/** An account as it is cached with a session: of its second factor only since when it is on. */
export type Account = Pick<MemberDoc, (typeof ACCOUNT_FIELDS)[number]> & {
  secondFactor?: Pick<SecondFactor, 'since'>
}

export const withoutSecrets = (member: MemberDoc): Account => ({
  ...pick(member, ACCOUNT_FIELDS),
  ...(member.secondFactor && { secondFactor: { since: member.secondFactor.since } }),
})

/** Whether a member has a second factor, or must still get one before acting as staff. */
export function secondFactorOf(
  { secondFactor, role }: Pick<Account, 'secondFactor' | 'role'>,
  isDuty: boolean,
): CurrentUser['secondFactor'] {
  if (secondFactor !== undefined) return 'on'
  return isDuty && role !== 'user' ? 'due' : 'off'
}
