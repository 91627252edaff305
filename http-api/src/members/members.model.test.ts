import { expect, it } from 'vitest'
import { namesFor } from '../platform/mongo/audiences'
import { exportOf } from '../platform/personal-data'
import { memberFields } from './members.model'

// A new field is private, and appears in one of these lists only with a declared audience.
const PUBLIC = [
  '_id',
  'avatar',
  'displayName',
  'joinedAt',
  'likesReceived',
  'postCount',
  'role',
  'signature',
  'status',
  'threadCount',
  'username',
]
const OWN = [
  'avatars',
  'banReason',
  'bannedUntil',
  'density',
  'email',
  'lastLoginAt',
  'mutedUntil',
  'showOnline',
  'signIns',
  'textSize',
]
const sorted = (names: readonly string[]) => names.toSorted()
const keysOf = (value: object) => sorted(Object.keys(value))

it('exports what belongs to the member', () => {
  expect(keysOf(exportOf(memberFields))).toEqual(sorted([...PUBLIC, ...OWN]))
})

it('declares as secret what proves who a member is', () => {
  const isSecret = (name: keyof typeof memberFields) => memberFields[name].audience === 'secret'
  const names = Object.keys(memberFields) as (keyof typeof memberFields)[]
  expect(sorted(names.filter(isSecret))).toEqual(['passwordHash', 'secondFactor', 'secondFactorDraft'])
  // @ts-expect-error a secret of a member is in no cache
  namesFor(memberFields, ['public'], ['secondFactor'])
})
