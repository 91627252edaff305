import { expect, it } from 'vitest'
import type { MemberDoc } from './members.model'
import { presentAuthor, presentSummary } from './members.presenter'

const shown = (displayName: string) =>
  presentSummary({ _id: 1, username: 'xiaoli', displayName, avatar: null, role: 'user' } as MemberDoc, 1)
    .displayName

it('shows the username of a member whose stored name shows nothing', () => {
  for (const name of ['', '\u3164', '\u2800\u00ad', '\u115f\u1160']) expect(shown(name)).toBe('xiaoli')
})

it('cuts the marks of a stored name to those that a script may have', () => {
  expect(shown(`小${'\u0336'.repeat(500)}李`)).toBe(`小${'\u0336'.repeat(8)}李`)
})

it('shows a signature without quotes', () => {
  const member = { _id: 1, username: 'xiaoli', displayName: '', status: 'active', joinedAt: new Date(0) }
  const signature = '[quote="n" post=884]秘密[/quote]好'
  expect(presentAuthor({ ...member, signature } as MemberDoc, 1).signature).toBe('好')
})
