import { PROFILE_TEXTS } from '@forum/shared/contract'
import { expect, it } from 'vitest'
import { namesFor } from '../platform/mongo/audiences'
import type { Collection } from '../platform/mongo/model'
import { exportOf } from '../platform/personal-data'
import { memberFields, PROFILE_FIELDS, type MemberDoc } from './members.model'
import { presentAuthor, presentCurrentUser, presentSummary, presentUser } from './members.presenter'
import { MemberQueries } from './members.queries'

// A new field is private, and appears in one of these lists only with a declared audience.
const PUBLIC = ['_id', 'avatar', 'displayName', 'joinedAt', 'role', ...PROFILE_TEXTS, 'status', 'username']
const OWN = [
  'avatars',
  'banReason',
  'bannedUntil',
  'boardMutes',
  'density',
  'email',
  'emailBouncedAt',
  'emailVerifiedAt',
  'groupIds',
  'identities',
  'keepsHistory',
  'lastLoginAt',
  'likesReceived',
  'mutedUntil',
  'passkeys',
  'pendingEmail',
  'postCount',
  'renamedAt',
  'script',
  'showOnline',
  'signIns',
  'textSize',
  'threadCount',
  'warnings',
]
const SUMMARY = ['avatar', 'displayName', 'id', 'role', 'username']
const AUTHOR = [...SUMMARY, 'joinedAt', 'postCount', 'signature', 'status']
const USER = [
  ...new Set([...AUTHOR, ...PROFILE_TEXTS]),
  'isOnline',
  'lastLoginAt',
  'likesReceived',
  'threadCount',
]
const CURRENT_USER = [
  ...USER,
  'blocked',
  'canVerifyEmail',
  'density',
  'email',
  'emailBounces',
  'emailVerified',
  'hasPassword',
  'identities',
  'keepsHistory',
  'moderatedBoardIds',
  'mutedUntil',
  'passkeys',
  'pendingEmail',
  'renamableAt',
  'script',
  'secondFactor',
  'showOnline',
  'textSize',
  'warnings',
]

const now = new Date('2026-11-20T12:00:00Z')
/** A member with a value in every field, and in one that is not declared. */
const full = {
  ...Object.fromEntries(Object.keys(memberFields).map((name) => [name, null])),
  undeclared: 'x',
  _id: 7,
  username: 'xiaoli',
  displayName: '',
  signature: '',
  joinedAt: now,
  density: 'dense',
  textSize: 'large',
  warnings: [],
} as unknown as MemberDoc

const sorted = (names: readonly string[]) => names.toSorted()
const keysOf = (value: object) => sorted(Object.keys(value))

it('exports what belongs to the member', () => {
  expect(keysOf(exportOf(memberFields))).toEqual(sorted([...PUBLIC, ...OWN]))
})

it('reads profiles without addresses and preferences', () => {
  expect(sorted(PROFILE_FIELDS)).toEqual(
    sorted([
      ...PUBLIC,
      'bannedUntil',
      'lastLoginAt',
      'likesIn',
      'mutedUntil',
      'postCount',
      'postsIn',
      'showOnline',
      'threadsIn',
    ]),
  )
})

it('caches of a member what others see, whether read for it or for another purpose', async () => {
  const CACHED = sorted([...PUBLIC, 'bannedUntil', 'hasAlikeName', 'postCount', 'postsIn'])
  const read: object[] = []
  const members = {
    find: (_: object, options: { projection: object }) => {
      read.push(options.projection)
      return { toArray: () => Promise.resolve([]) }
    },
  } as unknown as Collection<MemberDoc>
  const queries = new MemberQueries({ members }, { now: () => now }, {
    freshness: { on: () => {} },
    openBoards: () => Promise.resolve(new Set()),
  } as never)
  queries.keep(full, now)
  const people = (await queries.people([7])) as unknown as { byId: ReadonlyMap<number, object> }
  expect(keysOf(people.byId.get(7) ?? {})).toEqual(CACHED)
  await queries.people([8])
  expect(read.map(keysOf)).toEqual([CACHED])
})

it('declares as secret what proves who a member is', () => {
  const isSecret = (name: keyof typeof memberFields) => memberFields[name].audience === 'secret'
  const names = Object.keys(memberFields) as (keyof typeof memberFields)[]
  expect(sorted(names.filter(isSecret))).toEqual(['passwordHash', 'secondFactor', 'secondFactorDraft'])
  // @ts-expect-error a secret of a member is in no cache
  namesFor(memberFields, ['public'], ['secondFactor'])
})

it('presents a member with these keys and no others', () => {
  expect(keysOf(presentSummary(full, 7))).toEqual(sorted(SUMMARY))
  expect(keysOf(presentAuthor(full, 7, new Set()))).toEqual(sorted(AUTHOR))
  expect(keysOf(presentUser(full, { reader: null, isOnline: false, openBoards: new Set() }))).toEqual(
    sorted(USER),
  )
  const context = {
    moderatedBoardIds: [],
    blocked: [],
    canVerifyEmail: true,
    secondFactor: 'off',
    hasPassword: true,
    now,
  } as const
  expect(keysOf(presentCurrentUser(full, { ...context, blocked: [] }))).toEqual(sorted(CURRENT_USER))
})
