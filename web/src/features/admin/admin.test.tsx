import { type SiteSettings, SETTABLE_LIMITS } from '@forum/shared/contract'
import { RATE_LIMITS } from '@forum/shared/limits'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError, call } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { renderAt } from '../../testing/render'
import { signIn } from '../../testing/forum'
import { forum } from '../../store'
import { AdminFrame, MembersScreen, SettingsScreen } from './screens'

vi.mock('../../lib/api', async (original) => ({ ...(await original<object>()), call: vi.fn() }))
const responses = vi.mocked(call)

const settings: SiteSettings = {
  siteName: '测试论坛',
  registration: 'open',
  staffSecondFactor: false,
  readOnly: false,
  limits: Object.fromEntries(
    SETTABLE_LIMITS.map((name) => [
      name,
      { points: RATE_LIMITS[name].points, seconds: RATE_LIMITS[name].seconds },
    ]),
  ) as SiteSettings['limits'],
}
const admin = { ...aMember(), id: 1, role: 'admin' as const }
const moderator = {
  ...aMember(),
  id: 2,
  username: 'banzhu1',
  displayName: '老王',
  role: 'moderator' as const,
}
const xiaoli = { ...aMember(), id: 3, username: 'xiaoli', displayName: '小丽', role: 'user' as const }

const made: [string, unknown][] = []
let saved = settings
beforeEach(() => {
  made.length = 0
  saved = settings
  signIn(forum, admin)
  responses.mockImplementation(((
    name: string,
    { body, query }: { body?: { settings?: object; role?: string }; query?: { q?: string } } = {},
  ) => {
    made.push([name, body ?? query])
    switch (name) {
      case 'getSettings':
        return Promise.resolve({ settings: saved })
      case 'setSettings':
        saved = { ...saved, ...body?.settings, limits: saved.limits }
        return Promise.resolve({ settings: saved })
      case 'listMembers':
        return Promise.resolve({ users: query?.q === undefined ? [admin, moderator] : [xiaoli] })
      case 'setUserRole':
        return Promise.resolve({ user: { ...xiaoli, role: body?.role } })
      case 'listMemberSessions':
        return Promise.resolve({
          sessions: [
            {
              id: 4,
              userAgent: 'Firefox',
              createdAt: xiaoli.joinedAt,
              lastSeenAt: xiaoli.joinedAt,
              current: false,
            },
          ],
        })
      case 'listBoards':
        return Promise.resolve({ boards: [] })
      default:
        return Promise.resolve(undefined)
    }
  }) as never)
})
const asked = (name: string) => made.filter(([made]) => made === name).map(([, given]) => given)

it('lists staff, finds members, changes a role and ends sessions, but not of other admins', async () => {
  renderAt('/admin/members', <MembersScreen />)
  const [, own, other] = await screen.findAllByRole('row')
  expect(within(own!).queryByRole('button')).toBeNull()
  expect(other!.textContent).toContain('老王')
  expect(other!.textContent).toContain('全站')
  fireEvent.change(screen.getByLabelText('找人'), { target: { value: ' xiao ' } })
  fireEvent.click(screen.getByRole('button', { name: '查找' }))
  fireEvent.click(await screen.findByRole('button', { name: '改身份：小丽' }))
  expect(asked('listMembers')).toEqual([{ limit: 100 }, { limit: 100, q: 'xiao' }])
  fireEvent.change(screen.getByLabelText('身份'), { target: { value: 'moderator' } })
  fireEvent.click(screen.getByRole('button', { name: '确定' }))
  await vi.waitFor(() => {
    expect(asked('setUserRole')).toEqual([{ role: 'moderator', reason: '' }])
  })
  await vi.waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  fireEvent.click(await screen.findByRole('button', { name: '小丽 的登录设备' }))
  expect(await screen.findByText(/Firefox/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: '全部下线' }))
  await vi.waitFor(() => {
    expect(asked('endMemberSessions')).toHaveLength(1)
  })
})

it('saves only what was changed in the settings, and refuses a value out of range beside it', async () => {
  renderAt('/admin/settings', <SettingsScreen />)
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: '保存' })
  expect(save.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('发帖'), { target: { value: '0' } })
  fireEvent.click(save)
  expect(await screen.findByText('请填写 1 到 1000000 的整数')).toBeDefined()
  expect(asked('setSettings')).toEqual([])
  fireEvent.change(screen.getByLabelText('发帖'), { target: { value: '7' } })
  fireEvent.change(screen.getByLabelText('谁能注册'), { target: { value: 'closed' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /必须开启两步验证/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: /全站只读/ }))
  fireEvent.click(save)
  await vi.waitFor(() => {
    expect(asked('setSettings')).toEqual([
      {
        settings: {
          registration: 'closed',
          staffSecondFactor: true,
          readOnly: true,
          limits: { post: { points: 7, seconds: 60 } },
        },
      },
    ])
  })
})

it('shows why settings were refused, and keeps what was typed', async () => {
  renderAt('/admin/settings', <SettingsScreen />)
  fireEvent.change(await screen.findByLabelText('站名'), { target: { value: '新论坛' } })
  responses.mockRejectedValueOnce(new ApiError(409, 'CONFLICT', '请先给自己的账号开启两步验证'))
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('请先给自己的账号开启两步验证')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('站名').value).toBe('新论坛')
})

it('keeps everybody but admins out', () => {
  signIn(forum, moderator)
  renderAt('/admin/settings', <AdminFrame />)
  expect(screen.getByText('这里只有管理员可以进入')).toBeDefined()
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('makes an invitation with a link, lists how often it was used, and withdraws it', async () => {
  saved = { ...settings, registration: 'invited' }
  const invitation = {
    code: 'ABCDEF2345',
    uses: 5,
    used: 2,
    createdBy: admin,
    createdAt: '2026-03-01T00:00:00.000Z',
    expiresAt: '2026-04-01T12:00:00.000Z',
  }
  let invitations: (typeof invitation)[] = []
  const answered = responses.getMockImplementation()
  responses.mockImplementation(((name: string, options: { body?: object; params?: object } = {}) => {
    if (!name.includes('nvitation')) return answered?.(name as never, options as never)
    made.push([name, options.body ?? options.params])
    if (name === 'createInvitation') invitations = [invitation]
    if (name === 'withdrawInvitation') invitations = []
    return Promise.resolve({ invitations, invitation })
  }) as never)
  renderAt('/admin/settings', <SettingsScreen />)
  const uses = await screen.findByLabelText(/^可用几次/)
  await screen.findByText('还没有邀请码。')
  fireEvent.change(uses, { target: { value: '0' } })
  fireEvent.click(screen.getByRole('button', { name: '生成邀请码' }))
  await screen.findByText('请填写 1 到 1000 的整数')
  fireEvent.change(uses, { target: { value: '5' } })
  fireEvent.click(screen.getByRole('button', { name: '生成邀请码' }))
  await screen.findByText(/已用 2 \/ 5 次/)
  fireEvent.click(screen.getByRole('button', { name: '收回' }))
  await screen.findByText('还没有邀请码。')
  expect(made).toContainEqual(['createInvitation', { uses: 5, days: 30 }])
  expect(made).toContainEqual(['withdrawInvitation', { code: 'ABCDEF2345' }])
})
