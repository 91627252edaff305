import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { call } from '../../testing/calls'
import { renderAt } from '../../testing/render'
import { UndoEmailScreen, VerifyEmailScreen } from './EmailLinkScreens'

const calls = vi.mocked(call)
const refusedToken = (code: string) =>
  new ApiError(400, 'VALIDATION_FAILED', '链接已失效', { fields: [{ field: 'token', code, message: '' }] })

beforeEach(() => {
  calls.mockReset()
})

it('confirms an address only once the button is pressed', async () => {
  calls.mockResolvedValueOnce({})
  renderAt('/verify-email#a-token', <VerifyEmailScreen />, '/verify-email')
  const button = screen.getByRole('button', { name: '确认这个邮箱' })
  expect(calls).not.toHaveBeenCalled()
  fireEvent.click(button)
  expect(await screen.findByText('邮箱已确认')).toBeDefined()
  expect(calls).toHaveBeenCalledWith('verifyEmail', { body: { token: 'a-token' } })
})

it.each([
  ['is used up', 'expired', '链接已失效或已用过'],
  ['belongs to another account', 'other_account', '这个链接属于另一个账号'],
])('says that a link %s', async (_, code, text) => {
  calls.mockRejectedValueOnce(refusedToken(code))
  renderAt('/verify-email#a-token', <VerifyEmailScreen />, '/verify-email')
  fireEvent.click(screen.getByRole('button', { name: '确认这个邮箱' }))
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByRole('button', { name: '确认这个邮箱' })).toBeNull()
})

it('takes a change back and leads to a new password', async () => {
  calls.mockResolvedValueOnce(undefined)
  renderAt('/undo-email#a-token', <UndoEmailScreen />, '/undo-email')
  fireEvent.click(screen.getByRole('button', { name: '撤回，并退出所有设备' }))
  const link = await screen.findByRole('link', { name: '重设密码' })
  expect(link.getAttribute('href')).toBe('/forgot-password')
  expect(calls).toHaveBeenCalledWith('undoEmail', { body: { token: 'a-token' } })
})
