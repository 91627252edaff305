import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { forum } from '../store'
import { aBoard, aMember, aThread } from '../testing/boards'
import { call } from '../testing/calls'
import { resetPage, signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { applyBoards } from '../state/board-copy'
import { LatestThreads } from './LatestThreads'

const [OTHER, HIDDEN, FOLLOWED] = [3, 4, 5]
const viewer = { canStart: true, canReply: true }
const envelope = (id: string) => ({ id, at: '2026-11-27T00:00:00.000Z' })
const inBoard = (id: number, boardId: number) => aThread({ id, boardId, title: `主题${id}` })

beforeEach(() => {
  resetPage()
  signIn(forum, aMember())
  const threads = [inBoard(1, OTHER), inBoard(2, HIDDEN)]
  const pagination = { page: 1, limit: 20, total: 2, totalPages: 1, hasNext: false, hasPrev: false }
  vi.mocked(call).mockResolvedValue({ threads, pagination })
  forum.update((write) => {
    const levels = { [OTHER]: 'normal', [HIDDEN]: 'normal', [FOLLOWED]: 'follow' } as const
    applyBoards(
      write,
      [OTHER, HIDDEN, FOLLOWED].map((id) =>
        aBoard({ id, viewer: { ...viewer, level: levels[id] ?? 'normal' } }),
      ),
      {},
    )
  })
})

const hide = () => {
  act(() => {
    forum.receive([{ name: 'board:level', ...envelope('hide'), boardIds: [HIDDEN], level: 'hide' }])
  })
}
const start = (id: number, boardId: number) => {
  const { viewer: _viewer, ...thread } = { ...inBoard(id, boardId), userId: 99 }
  act(() => {
    forum.receive([{ name: 'thread:created', ...envelope(`new ${id}`), boardId, thread }])
  })
}
const news = () => screen.queryByText(/个主题更新/)?.textContent

it('takes the rows of a board that another tab hides from the lists of the whole forum at once', async () => {
  renderAt('/', <LatestThreads path="/" list={null} />)
  await screen.findByText('主题2')
  hide()
  expect(screen.queryByText('主题2')).toBeNull()
  expect(screen.getByText('主题1')).toBeDefined()
})

it('announces no new thread of a hidden board in the lists of the whole forum', async () => {
  renderAt('/', <LatestThreads path="/" list={null} />)
  await screen.findByText('主题1')
  hide()
  start(11, HIDDEN)
  expect(news()).toBeUndefined()
  start(12, OTHER)
  await waitFor(() => {
    expect(news()).toContain('有 1 个主题更新')
  })
})

it('announces new threads of followed boards alone in the list of these', async () => {
  renderAt('/?list=followed', <LatestThreads path="/" list="followed" />)
  await screen.findByText('主题1')
  start(11, OTHER)
  expect(news()).toBeUndefined()
  start(12, FOLLOWED)
  await waitFor(() => {
    expect(news()).toContain('有 1 个主题更新')
  })
})
