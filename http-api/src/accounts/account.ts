import type { CurrentUser } from '@forum/shared/contract'
import { memberFields, type MemberDoc, type SecondFactor } from '../members'
import { namesFor, pick } from '../platform/mongo/audiences'

const ACCOUNT_FIELDS = namesFor(memberFields, ['own', 'public'], ['hasAlikeName', 'sessionEpoch'])
/** An account as it is cached with a session: of its second factor only since when it is on. */
export type Account = Pick<MemberDoc, (typeof ACCOUNT_FIELDS)[number]> & {
  secondFactor?: Pick<SecondFactor, 'since'>
  hasPassword?: boolean
}

export const withoutSecrets = (member: MemberDoc): Account => ({
  ...pick(member, ACCOUNT_FIELDS),
  ...(member.secondFactor && { secondFactor: { since: member.secondFactor.since } }),
  hasPassword: hasPassword(member),
})

/** Returns true if a password signs a member in, by what is loaded of the account. */
export const hasPassword = (member: { passwordHash?: string; hasPassword?: boolean }): boolean =>
  member.passwordHash === undefined ? member.hasPassword === true : member.passwordHash !== ''

/**
 * Returns the state of a member's second factor: `due` until a member of staff gets the required one. Where it is
 * required, a passkey counts as one, since sign-in then asks for it (`needsPasskey`).
 */
export function secondFactorOf(
  member: Pick<Account, 'secondFactor' | 'role' | 'passkeys'>,
  isDuty: boolean,
): CurrentUser['secondFactor'] {
  if (member.secondFactor !== undefined || needsPasskey(member, isDuty)) return 'on'
  return isDuty && member.role !== 'user' ? 'due' : 'off'
}

/** Returns true if a password alone does not sign a member in, because a passkey is the second factor. */
export const needsPasskey = (
  { secondFactor, role, passkeys = [] }: Pick<Account, 'secondFactor' | 'role' | 'passkeys'>,
  isDuty: boolean,
): boolean => isDuty && role !== 'user' && secondFactor === undefined && passkeys.length > 0
