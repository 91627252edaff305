import { type PersonalToken } from '@forum/shared/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/api'
import { aMember } from '../../../testing/boards'
import { call } from '../../../testing/calls'
import { resetPage, signIn } from '../../../testing/forum'
import { renderAt } from '../../../testing/render'
import { forum } from '../../../store'
import { TokenSettings } from './TokenSettings'

interface Options {
  body?: { name: string; scopes: PersonalToken['scopes']; expiresAt: string }
  params?: { id: number }
}
const calls = vi.mocked(call as (name: string, options?: Options) => Promise<unknown>)
const sent = (name: string) => calls.mock.calls.filter(([one]) => one === name).map(([, options]) => options)
const SECRET = 'forum_pat_only-once'
const FULL = '最多 20 个令牌'

/** The tokens as the server has them. */
let stored: PersonalToken[]
const token = (id: number, fields: Partial<PersonalToken> = {}): PersonalToken => ({
  id,
  name: `机器人${id}`,
  scopes: ['read'],
  createdAt: '2026-11-20T08:00:00.000Z',
  expiresAt: '2027-02-18T08:00:00.000Z',
  lastUsedAt: null,
  ...fields,
})

beforeEach(() => {
  resetPage()
  signIn(forum, aMember())
  stored = [token(1)]
  calls.mockReset().mockImplementation(async (name, { body, params } = {}) => {
    if (name === 'listTokens') return { tokens: stored }
    if (name === 'revokeToken') {
      stored = stored.filter(({ id }) => id !== params?.id)
      return undefined
    }
    if (name !== 'createToken' || !body) throw new Error(name)
    if (body.name === '太多') throw new ApiError(409, 'CONFLICT', FULL)
    const made = token(stored.length + 1, body)
    stored = [made, ...stored]
    return { token: made, secret: SECRET }
  })
})

const show = () => renderAt('/profile', <TokenSettings />)
const press = (name: string, within_: HTMLElement = document.body) => {
  fireEvent.click(within(within_).getByRole('button', { name }))
}
const create = (name: string) => {
  press('新建')
  fireEvent.change(screen.getByLabelText(/^名字/), { target: { value: name } })
  press('生成', screen.getByRole('dialog'))
}
const secret = () => screen.queryByLabelText<HTMLInputElement>('令牌', { selector: 'input' })

it('shows the secret of a new token once: not after the screen is opened again', async () => {
  const { unmount } = show()
  expect(await screen.findByText(/还没用过/)).toBeDefined()
  const before = Date.now()
  create('备份机器人')
  await waitFor(() => {
    expect(secret()?.value).toBe(SECRET)
  })
  expect(screen.getByRole('status').textContent).toContain('“备份机器人”的令牌，只显示这一次')
  const [made] = sent('createToken')
  expect(made?.body).toMatchObject({ name: '备份机器人', scopes: ['read'] })
  expect(Date.parse(made?.body?.expiresAt ?? '')).toBeGreaterThanOrEqual(before + 90 * 24 * 3_600_000)
  expect(await screen.findByText('备份机器人', { selector: 'li b' })).toBeDefined()
  unmount()
  show()
  expect(await screen.findByText('备份机器人', { selector: 'li b' })).toBeDefined()
  expect(secret()).toBeNull()
})

it('revokes a token only after a question, and takes the secret of a revoked one away', async () => {
  show()
  create('弄错了')
  fireEvent.click(await screen.findByRole('button', { name: '作废：弄错了' }))
  expect(sent('revokeToken')).toEqual([])
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('用它的脚本马上就不能用了。')
  press('作废', dialog)
  await waitFor(() => {
    expect(screen.queryByText('弄错了', { selector: 'li b' })).toBeNull()
  })
  expect(sent('revokeToken')).toEqual([{ params: { id: 2 } }])
  expect(secret()).toBeNull()
  expect(screen.getByText('机器人1')).toBeDefined()
})

it('keeps what was typed for a token that is refused, and says why', async () => {
  show()
  await screen.findByText('机器人1')
  create('太多')
  expect(await screen.findByText(FULL)).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>(/^名字/).value).toBe('太多')
  expect(secret()).toBeNull()
})

it('makes no token without a name or without anything that it may do', async () => {
  show()
  await screen.findByText('机器人1')
  create(' ')
  expect(await screen.findByText('请填写名字')).toBeDefined()
  fireEvent.change(screen.getByLabelText(/^名字/), { target: { value: '什么也不能' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /^读/ }))
  press('生成', screen.getByRole('dialog'))
  expect(await screen.findByText('请至少选一样')).toBeDefined()
  expect(sent('createToken')).toEqual([])
})
