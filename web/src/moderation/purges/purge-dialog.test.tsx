import { type Purge } from '@forum/shared/contract'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { renderAt } from '../../testing/render'
import { PurgeDialog } from './PurgeDialog'

const responses = vi.mocked(call)

const spammer = { ...aMember(), id: 9, displayName: '发财888' }
const item = { excerpt: '加微信', createdAt: '2026-11-20T06:30:00.000Z', postId: null, postNumber: null }
const preview: Purge = {
  id: null,
  status: 'preview',
  userId: 9,
  threads: 2,
  posts: 12,
  held: 0,
  othersReplies: 6,
  boards: 9,
  done: 0,
  undoUntil: null,
  items: [
    { ...item, threadId: 7, title: '请教费用', othersReplies: 6 },
    { ...item, threadId: 8, title: '别人的主题', postId: 80, postNumber: 38, othersReplies: 0 },
  ],
}
const running: Purge = {
  ...preview,
  id: 5,
  status: 'running',
  done: 3,
  undoUntil: '2026-11-27T06:30:00.000Z',
  items: [],
}

let state: Purge
let isUnderWay: boolean
const made: [string, unknown][] = []
beforeEach(() => {
  state = running
  isUnderWay = false
  made.length = 0
  responses.mockImplementation(((name: string, { body }: { body?: Record<string, unknown> } = {}) => {
    made.push([name, body])
    switch (name) {
      case 'purgeUser': {
        const kept = ((body?.keepThreadIds ?? []) as number[]).length
        if (isUnderWay || !body?.preview) return Promise.resolve({ purge: running })
        return Promise.resolve({
          purge:
            kept === 0
              ? preview
              : { ...preview, threads: 1, othersReplies: 0, items: preview.items.slice(1) },
        })
      }
      case 'stopPurge':
        state = { ...running, status: 'stopped', done: 4 }
        return Promise.resolve({ purge: state })
      case 'getPurge':
        return Promise.resolve({ purge: state })
      case 'undoPurge':
        state = { ...running, status: 'undone', done: 0, undoUntil: null }
        return Promise.resolve({ purge: { ...state, status: 'undoing', done: 13 } })
      default:
        return Promise.resolve({ user: spammer })
    }
  }) as never)
})
const show = (closed = vi.fn()) => renderAt('/users/9', <PurgeDialog user={spammer} onClose={closed} />)

it('shows what goes, keeps chosen threads, then bans, deletes, reports the progress and takes it back', async () => {
  show()
  expect(await screen.findByText('主题里有别人的 6 条回复，会一起看不到。')).toBeDefined()
  const list = screen.getByRole('list', { name: '清单' })
  expect([...list.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    '请教费用主题',
    '别人的主题 · 加微信38 楼',
  ])
  fireEvent.click(screen.getByRole('checkbox', { name: '保留主题“请教费用”（有别人的 6 条回复）' }))
  const go = await screen.findByRole('button', { name: '删除 13 条并封禁' })
  fireEvent.click(go)
  expect(await screen.findByText('请选择理由')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: '垃圾广告' }))
  fireEvent.click(go)
  expect(await screen.findByText('正在删除 3 / 14 条，可以关掉这个窗口。')).toBeDefined()
  expect(made.slice(2, 4)).toEqual([
    ['banUser', { banned: true, until: null, reason: '垃圾广告' }],
    ['purgeUser', { reason: '垃圾广告', keepThreadIds: [7] }],
  ])
  state = { ...running, status: 'done', threads: 1, posts: 12, done: 13 }
  expect(await screen.findByText('已删除 1 个主题、12 条回复。')).toBeDefined()
  expect(screen.queryByRole('progressbar')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '撤销这次删除' }))
  expect(await screen.findByText(/^已恢复/)).toBeDefined()
  expect(screen.queryByRole('button', { name: '撤销这次删除' })).toBeNull()
})

it('follows a purge that is under way, stops it, and goes on with what is left', async () => {
  isUnderWay = true
  show()
  expect(await screen.findByText('正在删除 3 / 14 条，可以关掉这个窗口。')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: '停在这里' }))
  expect(await screen.findByText('已停下：删除了 4 / 14 条。可以继续，也可以撤销。')).toBeDefined()
  expect(screen.getByRole('button', { name: '撤销这次删除' })).toBeDefined()
  isUnderWay = false
  fireEvent.click(screen.getByRole('button', { name: '继续…' }))
  expect(await screen.findByRole('list', { name: '清单' })).toBeDefined()
  expect(made.map(([name]) => name)).toEqual(['purgeUser', 'stopPurge', 'purgeUser'])
})

it('does not ban if that is not wanted', async () => {
  show()
  fireEvent.click(await screen.findByRole('checkbox', { name: '同时永久封禁此人' }))
  fireEvent.change(screen.getByLabelText('补充一句'), { target: { value: '广告' } })
  fireEvent.click(screen.getByRole('button', { name: '删除 14 条' }))
  await screen.findByRole('progressbar')
  expect(made.map(([name]) => name)).not.toContain('banUser')
})

it('says why the list or the act failed, and keeps what was typed', async () => {
  responses.mockRejectedValueOnce(new ApiError(403, 'FORBIDDEN', '权限不足'))
  show()
  expect(await screen.findByText('清单加载失败')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /重试/ }))
  fireEvent.change(await screen.findByLabelText('补充一句'), { target: { value: '广告' } })
  responses.mockRejectedValueOnce(new ApiError(409, 'CONFLICT', '内容已被他人修改'))
  fireEvent.click(screen.getByRole('button', { name: '删除 14 条并封禁' }))
  expect(await screen.findByText('内容已被他人修改')).toBeDefined()
  expect(screen.getByLabelText<HTMLTextAreaElement>('补充一句').value).toBe('广告')
})

it('also rejects what waits, where nothing else is there', async () => {
  const held: Purge = { ...preview, threads: 0, posts: 0, held: 15, othersReplies: 0, items: [] }
  responses.mockImplementation(((_: string, { body }: { body?: { preview?: boolean } } = {}) =>
    Promise.resolve({
      purge: body?.preview ? held : { ...held, id: 5, status: 'done', done: 15 },
    })) as never)
  show()
  expect(await screen.findByText('另有 15 条待审的内容，会一起退回。')).toBeDefined()
  expect(screen.queryByText('没有可以删除的内容。')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '垃圾广告' }))
  fireEvent.click(screen.getByRole('button', { name: '删除 15 条并封禁' }))
  expect(await screen.findByText('已删除 0 个主题、0 条回复，退回 15 条待审的内容。')).toBeDefined()
})
