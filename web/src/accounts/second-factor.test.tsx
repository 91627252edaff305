import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api'
import { aMember } from '../testing/boards'
import { call } from '../testing/calls'
import { renderAt } from '../testing/render'
import { signIn } from '../testing/forum'
import { forum } from '../store'
import { withFreshPassword } from '../state/session'
import { LoginForm } from './LoginForm'

const responses = vi.mocked(call)

beforeEach(() => {
  responses.mockReset()
  localStorage.clear()
  signIn(forum, null)
})

const asked = () => responses.mock.calls.map(([name, options]) => [name, (options as { body?: object }).body])
const answer = async (label: string, value: string, button: string) => {
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input' }), { target: { value } })
  fireEvent.click(screen.getByRole('dialog').querySelector<HTMLElement>('[type=submit]')!)
  expect(screen.getByRole('dialog').querySelector('[type=submit]')?.textContent).toContain(button)
}

it('asks for the code of a second factor, until it is right, and returns to the remembered place', async () => {
  responses.mockRejectedValueOnce(new ApiError(403, 'SECOND_FACTOR_REQUIRED', '请输入验证码'))
  responses.mockRejectedValueOnce(new ApiError(400, 'WRONG_CODE', '验证码不正确'))
  responses.mockResolvedValueOnce({ user: aMember(), token: 'a-token' })
  renderAt('/login', <LoginForm />)
  fireEvent.change(screen.getByLabelText('用户名或邮箱'), { target: { value: 'laowang88' } })
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'Forum#2025' } })
  fireEvent.click(screen.getByRole('button', { name: '登录' }))
  await answer('验证码或恢复码', '111111', '登录')
  expect(await screen.findByText('验证码不正确')).toBeDefined()
  await answer('验证码或恢复码', ' 222222 ', '登录')
  await waitFor(() => {
    expect(localStorage.getItem('token')).toBe('a-token')
  })
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  const credentials = { username: 'laowang88', password: 'Forum#2025' }
  expect(asked()).toEqual([
    ['login', credentials],
    ['login', { ...credentials, code: '111111' }],
    ['login', { ...credentials, code: '222222' }],
  ])
})

it('keeps what was typed when the code is not given, and says why', async () => {
  responses.mockRejectedValueOnce(new ApiError(403, 'SECOND_FACTOR_REQUIRED', '请输入验证码'))
  renderAt('/login', <LoginForm />)
  fireEvent.change(screen.getByLabelText('用户名或邮箱'), { target: { value: 'laowang88' } })
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'Forum#2025' } })
  fireEvent.click(screen.getByRole('button', { name: '登录' }))
  fireEvent.click(await screen.findByRole('button', { name: '取消' }))
  expect(await screen.findByText('请输入验证码')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('密码').value).toBe('Forum#2025')
  expect(localStorage.getItem('token')).toBeNull()
})

it('asks for the password again when a call needs one, then repeats the call', async () => {
  responses.mockResolvedValueOnce(undefined)
  const act = vi.fn<() => Promise<string>>()
  act.mockRejectedValueOnce(new ApiError(403, 'PASSWORD_REQUIRED', '请再输入一次密码'))
  act.mockResolvedValueOnce('done')
  const done = withFreshPassword(forum, act)
  await answer('密码', 'Forum#2025', '确定')
  expect(await done).toBe('done')
  expect(asked()).toEqual([['confirmPassword', { password: 'Forum#2025' }]])
})

it('asks for the code too when the second factor is on, or when the server says so', async () => {
  for (const secondFactor of ['on', 'off'] as const) {
    signIn(forum, { ...aMember(), secondFactor })
    const act = vi.fn<() => Promise<string>>()
    act.mockRejectedValueOnce(new ApiError(403, 'PASSWORD_REQUIRED', '请再输入一次密码'))
    act.mockResolvedValueOnce('done')
    responses.mockReset()
    if (secondFactor === 'off')
      responses.mockRejectedValueOnce(new ApiError(403, 'SECOND_FACTOR_REQUIRED', '请输入验证码'))
    responses.mockResolvedValueOnce(undefined)
    const done = withFreshPassword(forum, act)
    if (secondFactor === 'off') await answer('密码', 'Forum#2025', '确定')
    else {
      const password = await screen.findByLabelText('密码', { selector: 'input' })
      fireEvent.change(password, { target: { value: 'Forum#2025' } })
    }
    await answer('验证码或恢复码', ' 123456 ', '确定')
    expect(await done).toBe('done')
    expect(asked().at(-1)).toEqual(['confirmPassword', { password: 'Forum#2025', code: '123456' }])
  }
})

it('lets the refusal stand when the password is not given', async () => {
  const refusal = new ApiError(403, 'PASSWORD_REQUIRED', '请再输入一次密码')
  const act = vi.fn<() => Promise<string>>().mockRejectedValue(refusal)
  const done = withFreshPassword(forum, act).catch((error: unknown) => error)
  fireEvent.click(await screen.findByRole('button', { name: '取消' }))
  expect(await done).toBe(refusal)
  expect(act).toHaveBeenCalledTimes(1)
  expect(responses).not.toHaveBeenCalled()
  const other = new ApiError(403, 'FORBIDDEN', '权限不足')
  await expect(withFreshPassword(forum, () => Promise.reject(other))).rejects.toBe(other)
})

it('offers the sites that are connected, and no password, to a member who has none', async () => {
  const identities = [{ provider: 'club', name: '老王' }]
  signIn(forum, { ...aMember(), hasPassword: false, identities })
  responses.mockResolvedValueOnce({
    providers: [
      { id: 'club', name: '俱乐部' },
      { id: 'other', name: '别处' },
    ],
  })
  const refusal = new ApiError(403, 'PASSWORD_REQUIRED', '请再输入一次密码')
  const done = withFreshPassword(forum, () => Promise.reject(refusal)).catch((error: unknown) => error)
  await screen.findByRole('button', { name: '到 俱乐部 再登录一次' })
  expect(screen.queryByRole('button', { name: /别处/ })).toBeNull()
  expect(screen.queryByLabelText('密码')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(await done).toBe(refusal)
})
