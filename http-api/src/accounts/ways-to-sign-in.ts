import type { MemberDoc } from '../members'

/** Returns how many ways to sign in a member has: the last one is not removed. */
export const waysToSignIn = ({
  passwordHash,
  passkeys = [],
  identities = [],
}: Pick<MemberDoc, 'passwordHash' | 'passkeys' | 'identities'>): number =>
  (passwordHash === '' ? 0 : 1) + passkeys.length + identities.length
