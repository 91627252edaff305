import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api'
import { rememberPlace } from '../lib/session'
import { aMember } from '../testing/boards'
import { call } from '../testing/calls'
import { renderAt } from '../testing/render'
import { signIn } from '../testing/forum'
import { forum } from '../store'
import { LoginForm } from './LoginForm'

const responses = vi.mocked(call)

beforeEach(() => {
  responses.mockReset()
  localStorage.clear()
  signIn(forum, null)
})

const fill = (username: string, password: string) => {
  fireEvent.change(screen.getByLabelText('用户名或邮箱'), { target: { value: username } })
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: '登录' }))
}

it('shows the documented text for wrong credentials, and keeps the username', async () => {
  responses.mockRejectedValueOnce(new ApiError(401, 'INVALID_CREDENTIALS', '用户名或密码错误'))
  renderAt('/', <LoginForm />)
  fill('laowang88', 'wrong')
  const alert = await screen.findByText('登录失败：用户名或密码错误')
  expect(alert.closest('[role=alert]')).not.toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('用户名或邮箱').value).toBe('laowang88')
})

it.each([
  new ApiError(403, 'ACCOUNT_BANNED', '该账号已被封禁：广告'),
  new ApiError(429, 'TOO_MANY_REQUESTS', '操作太频繁，请稍后再试'),
  new ApiError(0, 'NETWORK', '无法连接服务器，请检查网络'),
])("shows the server's own text for other errors: %s", async (error) => {
  responses.mockRejectedValueOnce(error)
  renderAt('/', <LoginForm />)
  fill('laowang88', 'Forum#2025')
  expect(await screen.findByText(error.message)).toBeDefined()
})

it('reports missing fields without calling the server', () => {
  renderAt('/', <LoginForm />)
  fill('', '')
  expect(screen.getByText('请输入用户名')).toBeDefined()
  expect(screen.getByText('请输入密码')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('用户名或邮箱'))
  expect(responses).not.toHaveBeenCalled()
})

it('returns to the remembered place, once', async () => {
  responses.mockResolvedValue({ user: aMember(), token: 'a-token' })
  rememberPlace('/new-thread/42')
  const { at } = renderAt('/login', <LoginForm />)
  fill('laowang88', 'Forum#2025')
  await waitFor(() => {
    expect(at()).toBe('/new-thread/42')
  })
  expect(localStorage.getItem('redirectAfterLogin')).toBeNull()
  expect(localStorage.getItem('token')).toBe('a-token')
})

it('remembers its page for a visitor who registers instead', () => {
  renderAt('/threads/42', <LoginForm place="/threads/42#post-7" />)
  fireEvent.click(screen.getByRole('link', { name: '立即注册' }))
  expect(localStorage.getItem('redirectAfterLogin')).toBe('/threads/42#post-7')
})
