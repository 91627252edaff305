import { type LogEntry, type Purge, type User, type UserSummary } from '@forum/shared/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum, type ForumEvent } from '../../store'
import { disciplineSlice } from './discipline.slice'
import { DisciplineDrawer } from './DisciplineDrawer'

type Options = { body?: { text?: string } }
const calls = vi.mocked(call as (name: string, options?: Options) => Promise<unknown>)
const callsOf = (name: string) =>
  calls.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

const AT = '2026-11-20T09:30:00.000Z'
const LATER = '2099-01-01T00:00:00.000Z'
const me = aMember({ id: 1, displayName: '老王', role: 'moderator' })
const wangwu: UserSummary = {
  id: 2,
  username: 'wangwu',
  displayName: '王五',
  avatar: null,
  role: 'moderator',
}
const spammer: User = { ...aMember({ id: 50, username: 'facai888', displayName: '发财888' }) }

function anEntry(id: number, given: Partial<LogEntry> = {}): LogEntry {
  const { id: userId, username, displayName, avatar, role } = spammer
  return {
    id,
    action: 'mute_user',
    actor: wangwu,
    createdAt: AT,
    reason: '垃圾广告',
    user: { id: userId, username, displayName, avatar, role },
    board: null,
    thread: null,
    postId: null,
    postNumber: null,
    changes: [{ field: 'mutedUntil', before: null, after: AT }],
    canUndo: true,
    undoes: null,
    undone: null,
    ...given,
  }
}
const banned = (id: number) =>
  anEntry(id, {
    action: 'ban_user',
    changes: [
      { field: 'bannedUntil', before: null, after: null },
      { field: 'isBanned', before: false, after: true },
    ],
  })

let user: User
const PREVIEW: Purge = {
  id: null,
  status: 'preview',
  userId: 50,
  threads: 2,
  posts: 12,
  held: 0,
  othersReplies: 0,
  boards: 9,
  done: 0,
  undoUntil: null,
  items: [],
}
let entries: LogEntry[]
let notes: object[]

function respond(name: string, options: Options = {}): unknown {
  switch (name) {
    case 'getUser':
      return { user }
    case 'getDiscipline':
      return { entries, notes }
    case 'addStaffNote':
      return { note: { id: 9, by: wangwu, at: AT, text: options.body?.text } }
    case 'banUser':
      user = { ...user, status: 'banned' }
      return { user }
    case 'muteUser':
      return { user }
    case 'warnUser':
    case 'clearProfile':
      return { user, undo: null }
    case 'purgeUser':
      return { purge: PREVIEW }
    default:
      throw new ApiError(404, 'NOT_FOUND', '')
  }
}

beforeEach(() => {
  resetPage()
  forum.update((write) => {
    Object.assign(write(disciplineSlice), { entries: {}, notes: {}, acts: {} })
  })
  signIn(forum, me)
  user = spammer
  entries = [anEntry(3)]
  notes = [{ id: 5, by: wangwu, at: AT, text: '两人上周也吵过' }]
  calls.mockReset()
  calls.mockImplementation((name, options) => new Promise((resolve) => resolve(respond(name, options))))
})

const onClose = vi.fn()
const show = () => renderAt('/', <DisciplineDrawer userId={50} onClose={onClose} />)
const form = () => screen.findByRole('form', { name: '怎么处罚' })
const acted = () => {
  const event = {
    name: 'moderation:acted',
    id: String(entries.length),
    at: AT,
    action: 'ban_user',
    by: wangwu,
    userId: 50,
  }
  act(() => {
    forum.receive([event as ForumEvent])
  })
}

it('shows the state, the notes and the record of a member, and says what the button will do', async () => {
  show()
  await form()
  expect(screen.getByText('账号正常')).toBeDefined()
  expect(screen.getByText('两人上周也吵过')).toBeDefined()
  expect(screen.getByText('禁言 到 ', { exact: false })).toBeDefined()
  expect(screen.getByRole('button', { name: '禁言 3 天' })).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: '封禁' }))
  fireEvent.click(screen.getByRole('radio', { name: '永久' }))
  expect(screen.getByRole('button', { name: '永久封禁' })).toBeDefined()
})

it('bans with a digit for the reason and Ctrl + Enter, and then offers to lift the ban', async () => {
  show()
  const sentence = await form()
  fireEvent.keyDown(sentence, { key: 'Enter', ctrlKey: true })
  await screen.findByText('请选择理由')
  fireEvent.click(screen.getByRole('radio', { name: '封禁' }))
  fireEvent.click(screen.getByRole('radio', { name: '永久' }))
  fireEvent.keyDown(sentence, { key: '1' })
  entries = [{ ...banned(4), actor: { ...wangwu, id: 1, displayName: '老王' } }, ...entries]
  fireEvent.keyDown(sentence, { key: 'Enter', ctrlKey: true })
  await screen.findByRole('button', { name: '解封' })
  expect(callsOf('banUser')).toEqual([
    { params: { userId: '50' }, body: { banned: true, until: null, reason: '垃圾广告' } },
  ])
})

it('says that another moderator was first and acts only on a second press', async () => {
  show()
  const sentence = await form()
  fireEvent.keyDown(sentence, { key: '2' })
  entries = [banned(4), ...entries]
  fireEvent.keyDown(sentence, { key: 'Enter', ctrlKey: true })
  await screen.findByText('王五 刚刚处理了此人：封禁 永久（垃圾广告）。你填的还在。')
  expect(callsOf('muteUser')).toEqual([])
  expect(screen.getByRole('button', { name: '色情低俗' }).getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => {
    expect(sentence.querySelector('[type=submit]')?.getAttribute('aria-busy')).toBe(null)
  })
  fireEvent.keyDown(sentence, { key: 'Enter', ctrlKey: true })
  await waitFor(() => {
    expect(callsOf('muteUser').length).toBe(1)
  })
})

it('follows what another moderator does meanwhile', async () => {
  show()
  await form()
  entries = [anEntry(4, { changes: [{ field: 'mutedUntil', before: null, after: LATER }] }), ...entries]
  acted()
  await screen.findByRole('button', { name: '解除禁言' })
  expect(screen.getByText(/^王五 刚刚处理了此人/)).toBeDefined()
})

it('leads to the removal of everything that the member wrote', async () => {
  show()
  await form()
  fireEvent.click(screen.getByRole('button', { name: '删除此人全部内容…' }))
  const dialog = await screen.findByRole('dialog', { name: '删除 发财888 的全部内容' })
  expect(await within(dialog).findByText('14 条', { exact: false, selector: 'button' })).toBeDefined()
  expect(callsOf('purgeUser')).toEqual([
    { params: { userId: 50 }, body: { preview: true, keepThreadIds: [] } },
  ])
})

it('adds a note for other moderators', async () => {
  show()
  await form()
  fireEvent.change(screen.getByRole('textbox', { name: '写一句给别的版主看' }), {
    target: { value: '又来了' },
  })
  fireEvent.click(screen.getByRole('button', { name: '记下' }))
  expect((await screen.findByText('又来了')).closest('section')?.textContent).toContain('王五')
  expect(callsOf('addStaffNote')).toEqual([{ params: { userId: 50 }, body: { text: '又来了' } }])
})

it('gives the reason in place of the form for members of an equal role', async () => {
  user = { ...spammer, role: 'moderator' }
  show()
  await screen.findByText('发财888 是版主，只有管理员可以处罚。')
  expect(screen.queryByRole('form', { name: '怎么处罚' })).toBeNull()
  expect(callsOf('getDiscipline')).toEqual([])
})

it('warns a member for two weeks unless another time is chosen', async () => {
  show()
  const warning = within(await screen.findByRole('form', { name: '警告' }))
  fireEvent.click(warning.getByRole('button', { name: '发出警告' }))
  expect(await warning.findByText('请写明警告什么')).toBeDefined()
  fireEvent.change(warning.getByRole('textbox'), { target: { value: ' 版规第三条 ' } })
  fireEvent.click(warning.getByRole('radio', { name: '不失效' }))
  fireEvent.click(warning.getByRole('button', { name: '发出警告' }))
  await waitFor(() => {
    expect(callsOf('warnUser')).toEqual([
      { params: { userId: 50 }, body: { text: '版规第三条', until: null } },
    ])
  })
})

it('clears the chosen parts of a profile, which it shows as they are', async () => {
  user = { ...spammer, signature: '代办加微信' }
  show()
  fireEvent.click(await screen.findByRole('button', { name: '清除资料…' }))
  const clearing = within(await screen.findByRole('form', { name: '清除资料' }))
  expect(clearing.queryByRole('checkbox', { name: /头像/ })).toBeNull()
  fireEvent.click(clearing.getByRole('button', { name: '清除所选' }))
  expect(await clearing.findByText('请勾选要清除的')).toBeDefined()
  expect(callsOf('clearProfile')).toEqual([])
  fireEvent.click(clearing.getByRole('checkbox', { name: /代办加微信/ }))
  fireEvent.click(clearing.getByRole('button', { name: /垃圾广告/ }))
  fireEvent.click(clearing.getByRole('button', { name: '清除所选' }))
  await waitFor(() => {
    expect(callsOf('clearProfile')).toEqual([
      { params: { userId: 50 }, body: { fields: ['signature'], reason: '垃圾广告' } },
    ])
  })
})
