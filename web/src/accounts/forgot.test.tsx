import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api'
import { call } from '../testing/calls'
import { renderAt } from '../testing/render'
import { ForgotScreen } from './ForgotScreen'

const responses = vi.mocked(call)
const admin = { id: 7, username: 'zhanzhang', displayName: '站长老陈', avatar: null, role: 'admin' as const }

beforeEach(() => {
  responses.mockReset()
})

it('says whom to ask before anything is typed, on a site without mail', async () => {
  responses.mockResolvedValueOnce({ mail: false, contact: 'help@forum.example', admins: [admin] })
  renderAt('/forgot-password', <ForgotScreen />)
  const link = await screen.findByRole('link', { name: 'help@forum.example' })
  expect(link.getAttribute('href')).toBe('mailto:help@forum.example')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('shows a contact that is no address as it is, and without one the administrators', async () => {
  responses.mockResolvedValueOnce({ mail: false, contact: '微信 luntan88', admins: [admin] })
  const { unmount } = renderAt('/forgot-password', <ForgotScreen />)
  expect(await screen.findByText(/微信 luntan88/)).toBeDefined()
  unmount()
  responses.mockResolvedValueOnce({ mail: false, contact: null, admins: [admin] })
  renderAt('/forgot-password', <ForgotScreen />)
  const link = await screen.findByRole('link', { name: '站长老陈' })
  expect(link.getAttribute('href')).toBe('/users/7')
})

it.each([
  ['there is mail', () => Promise.resolve({ mail: true, contact: null, admins: [] })],
  ['it is unknown', () => Promise.reject(new ApiError(503, 'UNAVAILABLE', '服务暂不可用'))],
])('asks for the name when %s', async (_, help) => {
  responses.mockImplementationOnce(help)
  responses.mockResolvedValueOnce(undefined)
  renderAt('/forgot-password', <ForgotScreen />)
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'tom@sina' } })
  fireEvent.click(screen.getByRole('button', { name: '发送链接' }))
  await waitFor(() => {
    expect(screen.getByText('请查收邮件')).toBeDefined()
  })
  expect(screen.queryByRole('textbox')).toBeNull()
})
