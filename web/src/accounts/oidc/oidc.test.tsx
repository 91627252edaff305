import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { renderAt } from '../../testing/render'
import { signIn } from '../../testing/forum'
import { forum } from '../../store'
import { hasBegun, rememberBegun } from '../../state/session'
import { OidcScreen } from './OidcScreen'

const responses = vi.mocked(call)

beforeEach(() => {
  responses.mockReset()
  localStorage.clear()
  sessionStorage.clear()
  signIn(forum, null)
})

const comeBack = (fragment: string) => renderAt(`/login/with#${fragment}`, <OidcScreen />, '/login/with')
const asked = () => responses.mock.calls.map(([name, options]) => [name, (options as { body?: object }).body])

it('signs in at once with what the other site has said, if this tab has left for it', async () => {
  rememberBegun()
  responses.mockResolvedValueOnce({ user: aMember(), token: 'a-token' })
  comeBack('code=abc&to=%2Fboards%2F42')
  await waitFor(() => {
    expect(localStorage.getItem('token')).toBe('a-token')
  })
  expect(asked()).toEqual([['finishOidc', { code: 'abc' }]])
  // A link that is opened later in this tab is a stranger's again.
  expect(hasBegun()).toBe(false)
})

it('asks before it uses a code that this tab has not asked for: a link may bring that of somebody else', async () => {
  signIn(forum, aMember())
  responses.mockResolvedValueOnce({ user: aMember(), token: '' })
  const { at } = comeBack('code=theirs&to=%2Fprofile')
  await screen.findByText(/拥有那个账号的人会能登录你的账号/)
  expect(responses).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '继续' }))
  await waitFor(() => {
    expect(at()).toBe('/profile')
  })
  expect(asked()).toEqual([['finishOidc', { code: 'theirs' }]])
})

it.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example'])(
  'goes home instead of %j',
  async (to) => {
    rememberBegun()
    signIn(forum, aMember())
    responses.mockResolvedValueOnce({ user: aMember(), token: '' })
    const { at } = comeBack(new URLSearchParams({ code: 'abc', to }).toString())
    await screen.findByText('别处')
    expect(at()).toBe('/')
  },
)
