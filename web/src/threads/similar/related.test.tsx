import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember, aThread } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum } from '../../store'
import { RelatedThreads } from './RelatedThreads'

const calls = vi.mocked(call as (name: string, options?: unknown) => Promise<unknown>)
const asked = () => calls.mock.calls.filter(([name]) => name === 'listRelatedThreads')
/** Reports to the page whether the place of the list is near. */
let report: (isIntersecting: boolean) => void

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        report = (isIntersecting) => {
          notify([{ isIntersecting }])
        }
      }
      observe = vi.fn()
      disconnect = vi.fn()
    },
  )
  resetPage()
  signIn(forum, null)
  calls
    .mockReset()
    .mockImplementation((name) => Promise.resolve({ threads: name === 'listThreads' ? ofBoard : related }))
})

const related = [
  aThread({ id: 5, title: '落签之后', replyCount: 3, userId: 5 }),
  aThread({ id: 6, title: '再抽一次', userId: 6 }),
]
const ofBoard = [
  aThread({ id: 9, title: '版规', isPinned: true }),
  aThread({ id: 1, title: '正在看' }),
  related[0]!,
  aThread({ id: 7, title: '今天的' }),
]

const show = () => renderAt('/threads/1', <RelatedThreads threadId={1} boardId={42} />)
const near = async (isNear: boolean) => {
  await act(async () => {
    report(isNear)
  })
}

it('are loaded once the reader comes near, with their boards and replies', async () => {
  show()
  await near(false)
  expect(asked()).toEqual([])
  await near(true)
  await screen.findByRole('region', { name: '相关主题' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '落签之后H1B与工作签证 · 3 回复',
    '再抽一次H1B与工作签证 · 0 回复',
    '今天的H1B与工作签证 · 0 回复',
  ])
  expect(screen.getByRole('region', { name: '本版最新' }).textContent).toContain('今天的')
  expect(screen.getByRole('link', { name: '落签之后' }).getAttribute('href')).toBe('/threads/5')
  expect(asked()).toEqual([['listRelatedThreads', { params: { threadId: 1 } }]])
})

it('leave out threads of members whom the reader has blocked', async () => {
  signIn(forum, aMember({ id: 8, blocked: [{ id: 5, role: 'user', moderatedBoardIds: [] }] as never }))
  show()
  await near(true)
  await screen.findByRole('link', { name: '再抽一次' })
  expect(screen.queryByRole('link', { name: '落签之后' })).toBeNull()
})

it.each([
  ['there are none', () => Promise.resolve({ threads: [] })],
  ['they cannot be loaded', () => Promise.reject(new ApiError(0, 'NETWORK', '无法连接服务器'))],
])('say nothing where %s', async (_where, respond) => {
  calls.mockImplementation(respond)
  show()
  await near(true)
  expect(asked()).toHaveLength(1)
  expect(screen.queryByText('相关主题')).toBeNull()
})
