import { expect, it } from 'vitest'
import { memberFields, type MemberDoc } from '../members'
import { namesFor } from '../platform/mongo/audiences'
import { withoutSecrets } from './account'

const since = new Date('2026-11-20T12:00:00Z')
const full = {
  ...Object.fromEntries(Object.keys(memberFields).map((name) => [name, name])),
  secondFactor: { secret: 'sealed', lastStep: 1, recovery: ['hash'], since },
  undeclared: 'x',
} as unknown as MemberDoc

it('caches with a session of an account what its member sees, and no secret', () => {
  const account = withoutSecrets(full)
  // `members.model.test.ts` names the own and the public ones.
  const expected = [
    ...namesFor(memberFields, ['own', 'public']),
    'hasAlikeName',
    'hasPassword',
    'secondFactor',
    'sessionEpoch',
  ]
  expect(Object.keys(account).toSorted()).toEqual(expected.toSorted())
  expect(account.secondFactor).toEqual({ since })
  expect(account.hasPassword).toBe(true)
  // @ts-expect-error a secret is not part of it
  expect(account.passwordHash).toBeUndefined()
})
