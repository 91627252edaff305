import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { renderAt } from '../../testing/render'
import { UsernameSettings } from './UsernameSettings'

const calls = vi.mocked(call)

beforeEach(() => {
  calls.mockReset()
})

it('changes the username, and says at the field that another member has it', async () => {
  renderAt('/profile?tab=account', <UsernameSettings user={aMember()} />)
  fireEvent.click(screen.getByRole('button', { name: '改用户名' }))
  const field = screen.getByRole('textbox', { name: '新用户名' })
  const send = () => fireEvent.click(screen.getByRole('button', { name: '改用户名' }))
  fireEvent.change(field, { target: { value: '老王' } })
  send()
  expect(await screen.findByText('用户名只能包含字母和数字')).toBeDefined()
  expect(calls).not.toHaveBeenCalled()
  calls.mockRejectedValueOnce(new ApiError(409, 'USERNAME_TAKEN', '该用户名已被注册'))
  fireEvent.change(field, { target: { value: 'xiaoli' } })
  send()
  expect(await screen.findByText('该用户名已被注册')).toBeDefined()
  calls.mockResolvedValueOnce({ user: aMember({ username: 'laowang89' }) })
  fireEvent.change(field, { target: { value: 'laowang89' } })
  send()
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(calls).toHaveBeenLastCalledWith('changeUsername', { body: { username: 'laowang89' } })
})

it('says from when the username may be changed again', () => {
  renderAt(
    '/profile?tab=account',
    <UsernameSettings user={aMember({ renamableAt: '2999-01-01T00:00:00.000Z' })} />,
  )
  expect(screen.getByText(/起可以再改/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
