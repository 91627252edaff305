import { expect, it } from 'vitest'
import type { MemberDoc } from './members.model'
import { presentAuthor, presentSummary, presentUser } from './members.presenter'

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
  expect(presentAuthor({ ...member, signature } as MemberDoc, 1, new Set()).signature).toBe('好')
})

it('shows of a member the numbers of boards that everyone sees, to whomever reads', () => {
  const member = {
    _id: 1,
    username: 'xiaoli',
    displayName: '',
    status: 'active',
    joinedAt: new Date(0),
    postCount: 13,
    threadCount: 4,
    likesReceived: 9,
    postsIn: { 3: 5, 4: 0, 8: 8 },
    threadsIn: { 3: 2, 8: 2 },
    likesIn: { 8: 9 },
  } as unknown as MemberDoc
  const openBoards = new Set([3, 4, 5])
  const shown = { postCount: 5, threadCount: 2, likesReceived: 0 }
  for (const reader of [null, { id: 1, role: 'user' }, { id: 2, role: 'admin' }])
    expect(presentUser(member, { reader, isOnline: false, openBoards })).toMatchObject(shown)
  expect(presentAuthor(member, 1, openBoards).postCount).toBe(5)
})

it('never shows a negative number, whatever was counted in which order', () => {
  const member = { _id: 1, username: 'xiaoli', displayName: '', joinedAt: new Date(0), postsIn: { 3: -1 } }
  expect(presentAuthor(member as unknown as MemberDoc, 1, new Set([3])).postCount).toBe(0)
})
