import { expect, it } from 'vitest'
import { memberFields, type MemberDoc } from '../members'
import { withoutSecrets } from './account'

const since = new Date('2026-11-20T12:00:00Z')
const full = {
  ...Object.fromEntries(Object.keys(memberFields).map((name) => [name, name])),
  secondFactor: { secret: 'sealed', lastStep: 1, recovery: ['hash'], since },
  undeclared: 'x',
} as unknown as MemberDoc

it('caches with a session of an account what its member sees, and no secret', () => {
  const account = withoutSecrets(full)
  expect(Object.keys(account).toSorted()).toEqual([
    '_id',
    'avatar',
    'avatars',
    'banReason',
    'bannedUntil',
    'density',
    'displayName',
    'email',
    'hasAlikeName',
    'joinedAt',
    'lastLoginAt',
    'likesReceived',
    'mutedUntil',
    'postCount',
    'role',
    'secondFactor',
    'sessionEpoch',
    'showOnline',
    'signIns',
    'signature',
    'status',
    'textSize',
    'threadCount',
    'username',
  ])
  expect(account.secondFactor).toEqual({ since })
  // @ts-expect-error a secret is not part of it
  expect(account.passwordHash).toBeUndefined()
})
