import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { renderAt } from '../../testing/render'
import { EmailSettings } from './EmailSettings'

const calls = vi.mocked(call)
const show = (given: Parameters<typeof aMember>[0]) =>
  renderAt('/profile?tab=account', <EmailSettings user={aMember(given)} />)

beforeEach(() => {
  calls.mockReset()
})

it('asks for another address, and refuses the present one before it is sent', async () => {
  calls.mockResolvedValueOnce({ user: aMember({ pendingEmail: 'wang@new.example' }) })
  show({})
  fireEvent.click(screen.getByRole('button', { name: '换邮箱' }))
  const field = screen.getByRole('textbox', { name: '新邮箱' })
  fireEvent.change(field, { target: { value: 'LAOWANG88@example.com' } })
  fireEvent.click(screen.getByRole('button', { name: '寄确认信' }))
  expect(await screen.findByText('这就是现在的邮箱')).toBeDefined()
  expect(calls).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: ' wang@new.example ' } })
  fireEvent.click(screen.getByRole('button', { name: '寄确认信' }))
  await waitFor(() =>
    expect(calls).toHaveBeenCalledWith('changeEmail', { body: { email: 'wang@new.example' } }),
  )
})

it('shows the address that waits to be confirmed, and lets go of it', async () => {
  calls.mockResolvedValueOnce({ user: aMember() })
  show({ pendingEmail: 'wang@new.example' })
  expect(screen.getByText('正在换成 wang@new.example')).toBeDefined()
  expect(screen.getByRole('button', { name: '再寄一次（60 秒后）' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: '不换了' }))
  await waitFor(() => expect(calls).toHaveBeenCalledWith('cancelEmailChange'))
})

it('offers to mail the link again while the address is not confirmed', async () => {
  calls.mockResolvedValueOnce(undefined)
  show({ emailVerified: false })
  fireEvent.click(screen.getByRole('button', { name: '再寄一次' }))
  expect(await screen.findByRole('button', { name: '再寄一次（60 秒后）' })).toBeDefined()
})

it('says what is missing on a site without mail', () => {
  show({ emailVerified: false, canVerifyEmail: false })
  expect(screen.getByText(/没有开通邮件服务/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
