import type { CurrentUser } from '@forum/shared/contract'
import type { MemberDoc } from '../members'

/** Whether a member has a second factor, or must still get one before acting as staff. */
export function secondFactorOf(
  { secondFactor, role }: Pick<MemberDoc, 'secondFactor' | 'role'>,
  isDuty: boolean,
): CurrentUser['secondFactor'] {
  if (secondFactor !== undefined) return 'on'
  return isDuty && role !== 'user' ? 'due' : 'off'
}
