import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aMember } from '../testing/boards'
import { renderAt } from '../testing/render'
import { setSession, signIn } from '../testing/forum'
import { forum } from '../store'
import { MembersOnly } from './MembersOnly'
import { placeOf } from './navigation'

beforeEach(() => {
  localStorage.clear()
})

it('sends an anonymous visitor to sign in and remembers the destination', async () => {
  signIn(forum, null)
  history.replaceState(null, '', '/new-thread/42')
  const { at } = renderAt('/new-thread/42', <MembersOnly />)
  await waitFor(() => {
    expect(at()).toBe('/login')
  })
  expect(localStorage.getItem('redirectAfterLogin')).toBe('/new-thread/42')
})

it('waits while the session is being checked', () => {
  setSession(forum, { status: 'checking', user: null, endedBecause: null })
  const { at } = renderAt('/profile', <MembersOnly />)
  expect(screen.getByRole('status').textContent).toContain('加载中')
  expect(at()).toBe('/profile')
})

it('admits a member', () => {
  signIn(forum, aMember())
  const { at } = renderAt('/profile', <MembersOnly />)
  expect(screen.queryByRole('status')).toBeNull()
  expect(at()).toBe('/profile')
})

it.each([
  ['/', '/', 'page'],
  ['/', '/boards', undefined],
  ['/boards', '/boards', 'page'],
  ['/boards', '/boards/42', 'true'],
  ['/boards', '/threads/7/page/2', 'true'],
  ['/boards', '/category/life', 'true'],
  ['/my/messages', '/my/messages/compose', 'true'],
  ['/my/messages', '/my/posts', undefined],
])('marks %s on %s as %s', (to, pathname, mark) => {
  expect(placeOf(to, pathname)).toBe(mark)
})
