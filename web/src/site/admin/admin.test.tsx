import {
  type Invitation,
  type SiteHealthReport,
  type SiteSettings,
  SETTABLE_LIMITS,
} from '@forum/shared/contract'
import { RATE_LIMITS } from '@forum/shared/limits'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { renderAt } from '../../testing/render'
import { signIn } from '../../testing/forum'
import { forum } from '../../store'
import { AdminFrame, HealthScreen, MembersScreen, SettingsScreen } from './screens'

const responses = vi.mocked(call)

const settings: SiteSettings = {
  siteName: '测试论坛',
  registration: 'open',
  staffSecondFactor: false,
  requireVerifiedEmail: false,
  sendsMail: true,
  readOnly: false,
  approval: { firstPosts: 0, links: true, pictures: false, hook: null },
  newcomers: { days: 7, posts: 10, links: 5, mentions: 10, messagesPerDay: 50 },
  shield: { challenge: true, honeypot: true, question: null, blockedDomains: [], throwaway: false },
  uploads: { megabytes: 10, kinds: ['picture', 'pdf', 'zip', 'text'] },
  externalSources: [],
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

const NOW = new Date()
const aWhileAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString()
const report: SiteHealthReport = {
  version: '1.2.0',
  processes: [
    { id: 'a', role: 'api', version: '1.2.0', startedAt: aWhileAgo(50), seenAt: aWhileAgo(0), gaps: null },
    { id: 'b', role: 'gateway', version: '1.2.0', startedAt: aWhileAgo(2), seenAt: aWhileAgo(0), gaps: 0 },
  ],
  database: 'up',
  redis: 'up',
  backlog: { events: 0, oldestSeconds: 0 },
  search: { posts: 1_234, waiting: 5, isRebuilding: false },
  freeBytes: 50 * 1024 ** 3,
  lastBackupAt: aWhileAgo(9),
  readOnlySince: null,
}
let healthOf: SiteHealthReport = report

const pagination = { page: 1, limit: 100, total: 2, totalPages: 1, hasNext: false, hasPrev: false }
const made: [string, unknown][] = []
let saved = settings
beforeEach(() => {
  made.length = 0
  saved = settings
  healthOf = report
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
        return Promise.resolve({ users: query?.q === undefined ? [admin, moderator] : [xiaoli], pagination })
      case 'listUsers':
        return Promise.resolve({
          users: [xiaoli],
          pagination: { ...pagination, total: 99, totalPages: 2, hasNext: true },
        })
      case 'getSiteHealth':
        return Promise.resolve({ health: healthOf })
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
  const [, ownRow, other] = await screen.findAllByRole('row')
  expect(within(ownRow!).queryByRole('button')).toBeNull()
  expect(other!.textContent).toContain('老王')
  expect(other!.textContent).toContain('全站')
  fireEvent.change(screen.getByLabelText('找人'), { target: { value: ' xiao ' } })
  fireEvent.click(screen.getByRole('button', { name: '查找' }))
  fireEvent.click(await screen.findByRole('button', { name: '设置身份：小丽' }))
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

it('shows the words of the search that the address has', async () => {
  renderAt('/admin/members?q=xiaoli', <MembersScreen />)
  await screen.findByText('@' + xiaoli.username)
  const words = () => screen.getByRole<HTMLInputElement>('textbox').value
  expect(words()).toBe('xiaoli')
  fireEvent.click(screen.getByRole('link', { name: '最新成员' }))
  await vi.waitFor(() => {
    expect(words()).toBe('')
  })
})

it('lists the newest members, page by page', async () => {
  renderAt('/admin/members', <MembersScreen />)
  fireEvent.click(await screen.findByRole('link', { name: '最新成员' }))
  await screen.findByText('@' + xiaoli.username)
  expect(screen.getByRole('columnheader', { name: '注册时间' })).toBeTruthy()
  fireEvent.click(screen.getAllByRole('link', { name: /下一页/ })[0]!)
  await vi.waitFor(() => {
    expect(asked('listUsers')).toEqual([
      { page: 1, limit: 50 },
      { page: 2, limit: 50 },
    ])
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

it('keeps what is typed in one form of the settings when another is saved, also when that changes nothing', async () => {
  renderAt('/admin/settings', <SettingsScreen />)
  fireEvent.change(await screen.findByLabelText('谁能注册'), { target: { value: 'closed' } })
  const typed = () => screen.getByLabelText<HTMLSelectElement>('谁能注册').value
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存附件和外部地址' })
  const megabytes = () => screen.getByLabelText<HTMLInputElement>('一个文件最大多少 MB')
  for (const value of ['4', '04']) {
    fireEvent.change(megabytes(), { target: { value } })
    fireEvent.click(save())
    await vi.waitFor(() => {
      expect(megabytes().value).toBe('4')
      expect(save().getAttribute('aria-busy')).not.toBe('true')
    })
    expect(typed()).toBe('closed')
  }
  expect(asked('setSettings')).toHaveLength(2)
})

it('shows why settings were refused, and keeps what was typed', async () => {
  renderAt('/admin/settings', <SettingsScreen />)
  fireEvent.change(await screen.findByLabelText('发帖'), { target: { value: '7' } })
  responses.mockRejectedValueOnce(new ApiError(409, 'CONFLICT', '请先给自己的账号开启两步验证'))
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('请先给自己的账号开启两步验证')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('发帖').value).toBe('7')
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
    endedAt: null,
  }
  const over = { ...invitation, endedAt: '2026-03-02T12:00:00.000Z' }
  const usedUp = { ...over, code: 'USEDUP2345', used: 5 }
  let invitations: Invitation[] = []
  const answered = responses.getMockImplementation()
  responses.mockImplementation(((name: string, options: { body?: object; params?: object } = {}) => {
    if (!name.includes('nvitation')) return answered?.(name as never, options as never)
    made.push([name, options.body ?? options.params])
    if (name === 'createInvitation') invitations = [invitation]
    if (name === 'withdrawInvitation') invitations = [over, usedUp]
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
  await screen.findByText('已用 2 / 5 次，2026-03-02 结束')
  await screen.findByText('5 次已用完，2026-03-02')
  expect(screen.queryByRole('button', { name: '收回' })).toBeNull()
  expect(made).toContainEqual(['createInvitation', { uses: 5, days: 30 }])
  expect(made).toContainEqual(['withdrawInvitation', { code: 'ABCDEF2345' }])
})

it('saves which files are taken and whose addresses are allowed, and refuses what is no origin', async () => {
  renderAt('/admin/settings', <SettingsScreen />)
  fireEvent.change(await screen.findByLabelText('一个文件最大多少 MB'), { target: { value: '4' } })
  fireEvent.click(screen.getByLabelText('PDF'))
  const sources = screen.getByLabelText(/^统计、广告等/)
  fireEvent.change(sources, { target: { value: 'https://stats.example.org\nhttps://*' } })
  const save = screen.getByRole('button', { name: '保存附件和外部地址' })
  fireEvent.click(save)
  expect(screen.getByText(/^“https:\/\/\*”不是完整的来源/)).toBeDefined()
  expect(asked('setSettings')).toEqual([])
  fireEvent.change(sources, { target: { value: 'https://stats.example.org\n' } })
  fireEvent.click(save)
  await vi.waitFor(() => {
    expect(asked('setSettings')).toEqual([
      {
        settings: {
          uploads: { megabytes: 4, kinds: ['picture', 'zip', 'text'] },
          externalSources: ['https://stats.example.org'],
        },
      },
    ])
  })
})

const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

it('shows an admin that everything is well, and the processes that run', async () => {
  renderAt('/admin/health', <HealthScreen />)
  expect(await screen.findByText('一切正常')).toBeDefined()
  expect(factOf('搜索索引')).toBe('全部内容都能搜到，已整理 1234 帖，5 处新改动待整理')
  expect(factOf('磁盘剩余')).toBe('50.0 GB')
  expect(factOf('未处理的事件')).toBe('没有')
  const [, api, gateway] = screen.getAllByRole('row')
  expect([api?.textContent, gateway?.textContent]).toEqual([
    expect.stringContaining('接口1.2.0'),
    expect.stringContaining('网关1.2.0'),
  ])
})

it('names what needs care, and reads it again on request', async () => {
  const [api, gateway] = report.processes
  healthOf = {
    ...report,
    processes: [api!, { ...gateway!, version: '1.3.0', gaps: 4 }],
    database: 'full',
    redis: 'down',
    backlog: { events: 7, oldestSeconds: 95.4 },
    search: null,
    freeBytes: 1024 ** 3,
    lastBackupAt: aWhileAgo(40),
    readOnlySince: aWhileAgo(1),
  }
  renderAt('/admin/health', <HealthScreen />)
  expect(await screen.findByText('有 8 项需要处理')).toBeDefined()
  expect(factOf('版本')).toBe('1.2.0 / 1.3.0留意')
  expect(factOf('数据库')).toBe('磁盘已满，只能浏览故障')
  expect(factOf('未处理的事件')).toBe('7 条，最早的已等 95 秒故障')
  expect(factOf('网关漏收的事件')).toBe('4 条，页面会自动补上')
  expect(factOf('搜索索引')).toBe('无法得知留意')
  healthOf = report
  fireEvent.click(screen.getByRole('button', { name: '刷新' }))
  expect(await screen.findByText('一切正常')).toBeDefined()
})
