import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { renderAt } from '../../testing/render'
import { signIn } from '../../testing/forum'
import { forum } from '../../store'
import { useSession } from '../../state/session'
import { DeleteAccount } from './DeleteAccount'
import { PasswordForm } from './PasswordForm'
import { SecondFactorSettings } from './SecondFactorSettings'

const responses = vi.mocked(call)
const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const LINK = `otpauth://totp/forum:xiaoli?secret=${KEY}`
const CODES = ['aaaaa-bbbbb', 'ccccc-ddddd']

function Shown() {
  const { user } = useSession()
  return user && <SecondFactorSettings user={user} />
}

let isOn = false
beforeEach(() => {
  isOn = false
  responses.mockReset()
  responses.mockImplementation(((name: string, { body }: { body?: Record<string, string> } = {}) => {
    const wrong = (code: 'WRONG_CODE' | 'WRONG_PASSWORD') => Promise.reject(new ApiError(400, code, '不正确'))
    const user = () => ({ ...aMember(), secondFactor: isOn ? 'on' : 'off' })
    switch (name) {
      case 'getSecondFactor':
        return Promise.resolve({
          secondFactor: isOn ? { since: '2026-11-20T08:00:00.000Z', recoveryCodesLeft: 10 } : null,
        })
      case 'beginSecondFactor':
        return body?.password === 'Forum#2025'
          ? Promise.resolve({ key: KEY, link: LINK })
          : wrong('WRONG_PASSWORD')
      case 'turnOnSecondFactor':
        if (body?.code !== '123456') return wrong('WRONG_CODE')
        isOn = true
        return Promise.resolve({ user: user(), recoveryCodes: CODES })
      case 'turnOffSecondFactor':
        if (body?.code !== '654321') return wrong('WRONG_CODE')
        isOn = false
        return Promise.resolve({ user: user() })
      default:
        return Promise.reject(new Error(name))
    }
  }) as never)
})

const fill = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
}
const submit = () => {
  fireEvent.click(screen.getByRole('dialog').querySelector<HTMLElement>('[type=submit]')!)
}

it('leads through the password, the key and the recovery codes, and turns it off with both', async () => {
  signIn(forum, { ...aMember(), secondFactor: 'off' })
  renderAt('/profile', <Shown />)
  expect(await screen.findByText('没有开启')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: '开启两步验证' }))
  submit()
  expect(await screen.findByText('请输入密码')).toBeDefined()
  fill('密码', 'wrong')
  submit()
  expect(await screen.findByText('不正确')).toBeDefined()
  fill('密码', 'Forum#2025')
  submit()
  expect((await screen.findByRole('img', { name: '密钥的二维码' })).querySelector('path')).not.toBeNull()
  const link = await screen.findByRole('link', { name: '在本机的验证器应用中打开' })
  expect(link.getAttribute('href')).toBe(LINK)
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined()
  fill('应用上显示的六位数字', '000000')
  submit()
  expect(await screen.findByText('不正确')).toBeDefined()
  fill('应用上显示的六位数字', '123456')
  submit()
  const codes = await screen.findByRole('list', { name: '恢复码' })
  expect([...codes.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(CODES)
  fireEvent.click(screen.getByRole('button', { name: '我已保存' }))
  expect(await screen.findByText('已开启')).toBeDefined()
  expect(await screen.findByText(/还剩 10 个恢复码/)).toBeDefined()

  fireEvent.click(screen.getByRole('button', { name: '关闭两步验证' }))
  fill('密码', 'Forum#2025')
  fill('验证码或恢复码', '654321')
  submit()
  expect(await screen.findByText('没有开启')).toBeDefined()
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

it('is asked for when the password is changed, and when the account is deleted', async () => {
  const user = { ...aMember(), secondFactor: 'on' as const }
  signIn(forum, user)
  responses.mockRejectedValue(new ApiError(400, 'WRONG_CODE', '不正确'))
  const { unmount } = renderAt('/profile', <PasswordForm user={user} />)
  fill('当前密码', 'Forum#2025')
  fill('新密码', 'New-Forum.2026')
  fill('确认新密码', 'New-Forum.2026')
  fireEvent.click(screen.getByRole('button', { name: '修改密码' }))
  expect(await screen.findByText('请输入验证码')).toBeDefined()
  expect(responses).not.toHaveBeenCalled()
  fill('验证码或恢复码', ' 654321 ')
  fireEvent.click(screen.getByRole('button', { name: '修改密码' }))
  expect(await screen.findByText('不正确')).toBeDefined()
  const bodyOf = (call: number) => (responses.mock.calls[call]![1] as { body: object }).body
  expect(bodyOf(0)).toEqual({ currentPassword: 'Forum#2025', newPassword: 'New-Forum.2026', code: '654321' })
  unmount()

  renderAt('/profile', <DeleteAccount user={user} />)
  fireEvent.click(screen.getByRole('button', { name: '注销账号' }))
  fill('输入密码确认', 'Forum#2025')
  fill('验证码或恢复码', '654321')
  submit()
  expect(await screen.findByText('不正确')).toBeDefined()
  expect(bodyOf(1)).toEqual({ password: 'Forum#2025', code: '654321' })
})

it('says why staff have to turn it on', async () => {
  signIn(forum, { ...aMember(), secondFactor: 'due' })
  renderAt('/profile', <Shown />)
  expect(await screen.findByText(/本站要求版主和管理员开启两步验证/)).toBeDefined()
})

it.each([
  ['off', '没有开启', '开启两步验证'],
  ['on', '已开启', '关闭两步验证'],
] as const)('takes its place at once while it loads, when it is %s', (secondFactor, state, act) => {
  responses.mockReturnValue(new Promise(() => undefined))
  signIn(forum, { ...aMember(), secondFactor })
  renderAt('/profile', <Shown />)
  expect(screen.getByText(state)).toBeDefined()
  expect(screen.getByRole('button', { name: act })).toBeDefined()
})
