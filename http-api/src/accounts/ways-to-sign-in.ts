import type { MemberDoc } from '../members'

/** Returns how many ways to sign in a member has: the last one is not removed. */
export const waysToSignIn = ({
  passwordHash,
  passkeys = [],
}: Pick<MemberDoc, 'passwordHash' | 'passkeys'>): number => (passwordHash === '' ? 0 : 1) + passkeys.length
