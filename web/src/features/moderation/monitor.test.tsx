import { type Activity } from '@forum/shared/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError, call } from '../../lib/api'
import { forum } from '../../store'
import { aMember } from '../../testing/boards'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { aLine } from './activity.fixture'
import { monitorSlice } from './monitor.slice'
import { MonitorScreen } from './MonitorScreen'

vi.mock('../../lib/api', async (original) => ({ ...(await original<object>()), call: vi.fn() }))
type Options = { query?: { before?: number } }
const calls = vi.mocked(call as (name: string, options?: Options) => Promise<unknown>)

const AT = '2026-11-20T09:30:00.000Z'
const line: Activity = aLine(1, { excerpt: '请加薇信', detail: { words: [[1, 4]] }, postNumber: 12 })
const post = {
  id: line.postId,
  number: 12,
  threadId: 1,
  content: '请加[b]薇信[/b]，快加薇信',
  author: line.actor,
  createdAt: AT,
  isEdited: false,
  isDeleted: false,
}

function respond(name: string, { query }: Options = {}): unknown {
  switch (name) {
    case 'listActivity':
      return { activity: query?.before === undefined ? [line] : [], nextSince: 1 }
    case 'listCases':
      return { cases: [] }
    case 'postHistory':
      return { versions: [] }
    case 'getPost':
      return { post }
    case 'listPosts':
      return { posts: [] }
    case 'getUser':
      return { user: aMember({ id: 7, username: 'member7', displayName: '会员7' }) }
    case 'getDiscipline':
      return { entries: [], notes: [] }
    default:
      throw new ApiError(404, 'NOT_FOUND', '没有')
  }
}

const press = (key: string) => fireEvent.keyDown(document.body, { key })

beforeEach(() => {
  resetPage()
  forum.update((write) => {
    Object.assign(write(monitorSlice), monitorSlice.initial())
  })
  signIn(forum, aMember({ id: 1, role: 'moderator' }))
  calls.mockReset()
  calls.mockImplementation((name, options) => new Promise((resolve) => resolve(respond(name, options))))
})

it('opens the drawer of the author with p, as the list of keys says', async () => {
  renderAt('/moderation', <MonitorScreen />)
  await screen.findByText('会员7')
  press('j')
  press('p')
  expect(await screen.findByRole('dialog', { name: /会员7/ })).toBeDefined()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  press('?')
  const keys = await screen.findByRole('dialog')
  expect(within(keys).getByText('打开作者的处罚与记录')).toBeDefined()
})

it('marks the words of the filter in the context of a line', async () => {
  const { container } = renderAt('/moderation', <MonitorScreen />)
  await screen.findByText('会员7')
  press('j')
  press('Enter')
  await waitFor(() => {
    const marked = Array.from(container.querySelectorAll('.context-text mark'), (mark) => mark.textContent)
    expect(marked).toEqual(['加薇信', '加薇信'])
  })
})

it('offers what an edit changed in the context of its line', async () => {
  calls.mockImplementation((name, options) =>
    name === 'getPost'
      ? Promise.resolve({ post: { ...post, isEdited: true } })
      : new Promise((resolve) => resolve(respond(name, options))),
  )
  renderAt('/moderation', <MonitorScreen />)
  await screen.findByText('会员7')
  press('j')
  press('Enter')
  fireEvent.click(await screen.findByRole('button', { name: '看改动' }))
  expect(await screen.findByRole('dialog')).toBeDefined()
})
