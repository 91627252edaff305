import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api'
import { rememberPlace } from '../lib/session'
import { startScript } from '../state/script'
import { aMember } from '../testing/boards'
import { WithShownTexts } from '../testing/shown-text'
import { call } from '../testing/calls'
import { renderAt } from '../testing/render'
import { resetPage, signIn } from '../testing/forum'
import { forum, sessionSlice } from '../store'
import { login, startSession, authSlice } from '../state/session'
import { RegisterScreen } from './RegisterScreen'

const responses = vi.mocked(call)
/** The requirements of a site for newcomers, without other sites whose accounts can sign in. */
const asks = (registration: string, question: string | null = null) => ({
  registration,
  challenge: null,
  question,
  providers: [],
})

beforeEach(() => {
  responses.mockReset()
  responses.mockResolvedValue(asks('open'))
  localStorage.clear()
  sessionStorage.clear()
  signIn(forum, null)
})

const register = (
  <WithShownTexts>
    <RegisterScreen />
  </WithShownTexts>
)
const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
}
const dialog = () => screen.queryByRole('dialog')
const openForm = () => {
  const shown = renderAt('/register', register)
  press('同意并继续')
  press('同意并继续')
  responses.mockReset()
  return shown
}
const type = (label: RegExp, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const fill = (given: Partial<Record<'username' | 'email' | 'name' | 'password' | 'again', string>> = {}) => {
  type(/^用户名/, given.username ?? 'xinren88')
  type(/^邮箱/, given.email ?? 'xinren@example.com')
  type(/^昵称/, given.name ?? '')
  type(/^密码/, given.password ?? 'Forum#2025')
  type(/^确认密码/, given.again ?? given.password ?? 'Forum#2025')
}
const errorOf = (label: RegExp) => {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

it('says that registration is closed, in place of the consents and the form', async () => {
  responses.mockResolvedValue(asks('closed'))
  renderAt('/register', register)
  await waitFor(() => {
    expect(screen.getByRole('status').textContent).toContain('暂不开放注册')
  })
  expect(dialog()).toBeNull()
})

it('asks for the code of an invitation, which a link brings, and shows beside it that the code is refused', async () => {
  responses.mockResolvedValue(asks('invited'))
  renderAt('/register?invitation=ABCDEF2345', register)
  press('同意并继续')
  press('同意并继续')
  await waitFor(() => {
    expect(screen.getByLabelText<HTMLInputElement>(/^邀请码/).value).toBe('ABCDEF2345')
  })
  fill()
  responses.mockReset()
  responses.mockRejectedValue(new ApiError(403, 'INVITATION_REQUIRED', '注册需要有效的邀请码'))
  press('注册')
  await waitFor(() => {
    expect(errorOf(/^邀请码/)).toContain('注册需要有效的邀请码')
  })
  expect(responses.mock.calls[0]?.[1]).toMatchObject({ body: { invitation: 'ABCDEF2345' } })
  type(/^邀请码/, 'short')
  press('注册')
  expect(errorOf(/^邀请码/)).toContain('邀请码不正确')
})

it('tells what suggests passwords the rule, and which field is what', () => {
  openForm()
  const attributesOf = (label: RegExp) => {
    const input = screen.getByLabelText(label)
    return [input.getAttribute('autocomplete'), input.getAttribute('passwordrules')]
  }
  const rules = expect.stringContaining('minlength: 6; maxlength: 128;') as unknown
  expect(attributesOf(/^密码/)).toEqual(['new-password', rules])
  expect(attributesOf(/^确认密码/)).toEqual(['new-password', rules])
  expect(attributesOf(/^用户名/)).toEqual(['username', null])
})

it('asks the question of the founder, and shows beside it that the answer is wrong', async () => {
  responses.mockResolvedValue(asks('open', '本站在哪座城市？'))
  renderAt('/register', register)
  press('同意并继续')
  press('同意并继续')
  await screen.findByLabelText(/^本站在哪座城市？/)
  fill()
  type(/^本站在哪座城市？/, '波士顿')
  responses.mockReset()
  const fields = [{ field: 'answer', code: 'wrong', message: '答案不对，请再想想' }]
  responses.mockRejectedValue(new ApiError(400, 'VALIDATION_FAILED', '答案不对，请再想想', { fields }))
  press('注册')
  await waitFor(() => {
    expect(errorOf(/^本站在哪座城市？/)).toContain('答案不对')
  })
  expect(responses.mock.calls[0]?.[1]).toMatchObject({ body: { answer: '波士顿' } })
  expect(responses.mock.calls[0]?.[1]).not.toHaveProperty('body.homepage')
})

it.each([
  ['the invitation that is asked for', '/register', /^邀请码/],
  ['the username after an invitation that a link brought', '/register?invitation=ABCDEF2345', /^用户名/],
])('focuses %s', async (_what, address, label) => {
  responses.mockResolvedValue(asks('invited'))
  renderAt(address, register)
  press('同意并继续')
  press('同意并继续')
  await screen.findByLabelText(/^邀请码/)
  expect(document.activeElement).toBe(screen.getByLabelText(label))
})

describe('consent', () => {
  it('shows the terms, then the privacy policy, then the form', () => {
    renderAt('/register', register)
    expect(dialog()?.textContent).toContain('服务条款')
    expect(screen.queryByLabelText(/^用户名/)).toBeNull()
    press('同意并继续')
    expect(dialog()?.textContent).toContain('隐私政策')
    expect(screen.queryByLabelText(/^用户名/)).toBeNull()
    press('同意并继续')
    expect(dialog()).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText(/^用户名/))
  })

  it('is not given to a text that cannot be read yet', () => {
    responses.mockReturnValue(new Promise(() => undefined))
    renderAt('/register', <RegisterScreen />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '同意并继续' }).disabled).toBe(true)
  })

  it.each([0, 1])('goes home when a newcomer disagrees after %i agreements', (agreements) => {
    const { at } = renderAt('/register', register)
    for (let i = 0; i < agreements; i += 1) press('同意并继续')
    press('不同意')
    expect(at()).toBe('/')
  })

  it('cannot be dismissed with Escape', () => {
    renderAt('/register', register)
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    expect(dialog()?.textContent).toContain('服务条款')
  })
})

describe('a visitor who comes back to the form', () => {
  /** Leaves the form and goes back, which loads the same history entry as a reload does. */
  const comeBack = async ({ router }: ReturnType<typeof renderAt>) => {
    await act(() => router.navigate('/help'))
    expect(screen.queryByLabelText(/^用户名/)).toBeNull()
    responses.mockResolvedValue(asks('open'))
    await act(() => router.navigate(-1))
  }
  const valueOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value

  it('has agreed already and finds what was typed, but no password', async () => {
    const shown = openForm()
    fill({ name: '新人' })
    await comeBack(shown)
    expect(dialog()).toBeNull()
    expect([/^用户名/, /^邮箱/, /^昵称/, /^密码/, /^确认密码/].map(valueOf)).toEqual([
      'xinren88',
      'xinren@example.com',
      '新人',
      '',
      '',
    ])
    expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('Forum#2025')
  })

  it('has agreed to the terms only, if that was all', async () => {
    const shown = renderAt('/register', register)
    press('同意并继续')
    await comeBack(shown)
    expect(dialog()?.textContent).toContain('隐私政策')
  })

  it('on a new visit is asked for both agreements, and finds an empty form', () => {
    openForm()
    fill()
    cleanup()
    responses.mockResolvedValue(asks('open'))
    openForm()
    expect(valueOf(/^用户名/)).toBe('')
  })
})

describe('the form', () => {
  it.each([
    [{ username: 'ab_c' }, /^用户名/, '用户名只能包含字母和数字'],
    [{ username: 'ab' }, /^用户名/, '用户名长度须为 3–20 个字符'],
    [{ username: '' }, /^用户名/, '请输入用户名'],
    [{ email: 'nobody' }, /^邮箱/, '邮箱格式不正确'],
    [{ email: '' }, /^邮箱/, '请输入邮箱'],
    [{ password: 'Fo#2' }, /^密码/, '密码至少 6 位'],
    [{ password: 'forum#2025' }, /^密码/, '密码须同时包含大写字母、小写字母、数字和特殊符号'],
    [{ password: 'Forum\u200b*2025' }, /^密码/, '密码不能包含看不见的字符，如换行'],
    [{ again: 'Forum#2026' }, /^确认密码/, '两次输入的密码不一致'],
    [{ name: '管理员' }, /^昵称/, '昵称不能与管理人员的名字相近'],
  ])('refuses %j beside its field, focuses it and sends nothing', (given, label, text) => {
    openForm()
    fill(given)
    press('注册')
    expect(errorOf(label)).toContain(text)
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(screen.getByLabelText(label))
    expect(responses).not.toHaveBeenCalled()
  })

  it('sends what was typed, signs in and goes home', async () => {
    const { at } = openForm()
    responses.mockResolvedValueOnce({ user: aMember(), token: 'a-token' })
    fill({ name: '新人' })
    press('注册')
    await waitFor(() => {
      expect(at()).toBe('/')
    })
    expect(responses).toHaveBeenCalledWith('register', {
      body: {
        username: 'xinren88',
        email: 'xinren@example.com',
        password: 'Forum#2025',
        displayName: '新人',
      },
    })
    expect(forum.read(sessionSlice).status).toBe('member')
    expect(sessionStorage.length).toBe(0)
  })

  it('sends the script that the visitor reads in, so that the first mail is in it', async () => {
    localStorage.setItem('script', 'traditional')
    startScript(forum)
    openForm()
    responses.mockResolvedValue({ user: aMember({ script: 'traditional' }), token: 'a-token' })
    fill()
    press('注册')
    await waitFor(() => {
      expect(forum.read(sessionSlice).status).toBe('member')
    })
    const sent = responses.mock.calls.find(([name]) => name === 'register')
    expect(sent?.[1]).toMatchObject({ body: { script: 'traditional' } })
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: 'script' }))
  })

  it('makes a newcomer who stays one after a reload, until the next sign-in', async () => {
    const user = aMember({ id: 91 })
    openForm()
    fill()
    responses.mockResolvedValue({ user, token: 'new' })
    press('注册')
    await waitFor(() => {
      expect(forum.read(authSlice).isNewMember).toBe(true)
    })
    // As after a reload.
    resetPage()
    await act(() => startSession(forum))
    expect(forum.read(authSlice).isNewMember).toBe(true)
    await act(() => login(forum, { username: 'xinren88', password: 'Forum#2025' }))
    resetPage()
    await act(() => startSession(forum))
    expect(forum.read(authSlice).isNewMember).toBe(false)
  })

  it('returns to the remembered place, once', async () => {
    rememberPlace('/threads/42#post-7')
    const { at } = openForm()
    responses.mockResolvedValueOnce({ user: aMember(), token: 'a-token' })
    fill()
    press('注册')
    await waitFor(() => {
      expect(at()).toBe('/threads/42')
    })
    expect(localStorage.getItem('redirectAfterLogin')).toBeNull()
  })

  it('shows a taken username beside its field and keeps what was typed', async () => {
    openForm()
    responses.mockRejectedValueOnce(new ApiError(409, 'USERNAME_TAKEN', '该用户名已被注册'))
    fill()
    press('注册')
    await waitFor(() => {
      expect(errorOf(/^用户名/)).toContain('该用户名已被注册')
    })
    expect(screen.getByLabelText<HTMLInputElement>(/^邮箱/).value).toBe('xinren@example.com')
    expect(document.activeElement).toBe(screen.getByLabelText(/^用户名/))
  })

  it.each([
    [new ApiError(429, 'TOO_MANY_REQUESTS', '操作太频繁，请稍后再试'), '操作太频繁，请稍后再试'],
    [new ApiError(0, 'NETWORK', '无法连接服务器'), '注册失败，请重试'],
  ])("shows the server's text, or that it failed: %s", async (error, text) => {
    openForm()
    responses.mockRejectedValueOnce(error)
    fill()
    press('注册')
    expect((await screen.findByText(text)).closest('[role=alert]')).not.toBeNull()
  })
})

it('tells a signed-in member so instead of showing the form', () => {
  signIn(forum, aMember())
  renderAt('/register', register)
  expect(dialog()).toBeNull()
  expect(screen.getByText('你已登录')).toBeDefined()
})
