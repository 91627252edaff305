import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { forum } from '../store'
import { aThread } from '../testing/boards'
import { call } from '../testing/calls'
import { resetPage, signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { LatestThreads } from './LatestThreads'

beforeEach(() => {
  vi.mocked(call).mockReset()
  resetPage()
  signIn(forum, null)
})

it('shows the marks of threads, but not that a board has pinned them', async () => {
  const threads = [
    aThread({ id: 1, isPinned: true, isFeatured: true }),
    aThread({ id: 2, isPinned: true, isLocked: true }),
  ]
  const pagination = { page: 1, limit: 20, total: 2, totalPages: 1, hasNext: false, hasPrev: false }
  vi.mocked(call).mockResolvedValue({ threads, pagination })
  renderAt('/', <LatestThreads path="/" list={null} />)
  const [featured, locked] = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(featured).toContain('精华')
  expect(locked).toContain('锁定')
  for (const text of [featured, locked]) expect(text).not.toContain('置顶')
})

it('shows who wrote last and the picture of the opening post, and marks polls', async () => {
  const poll = { question: '哪家？', options: [], maxChoices: 1, voters: 0, closesAt: null, isClosed: false }
  const threads = [
    aThread({ id: 1, picture: '/api/uploads/a.webp?size=small', replyCount: 3, poll }),
    aThread({ id: 2 }),
  ]
  threads[0]!.lastPostUser.displayName = '豆包'
  const pagination = { page: 1, limit: 20, total: 2, totalPages: 1, hasNext: false, hasPrev: false }
  vi.mocked(call).mockResolvedValue({ threads, pagination })
  renderAt('/', <LatestThreads path="/" list={null} />)
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first?.querySelector('.avatar')?.textContent).toBe('豆')
  expect(first?.textContent).toContain('投票')
  expect(first?.querySelector('.latest-picture')?.getAttribute('src')).toBe('/api/uploads/a.webp?size=small')
  expect(second?.querySelector('.latest-picture')).toBeNull()
  expect(second?.textContent).not.toContain('投票')
})

it.each([
  ['to the whole list if a new author may have more', [5, 5], '/latest'],
  ['nowhere if nothing can be missing', [5, 6], undefined],
  ['nowhere if an author is not kept to two', [5, 5, 5], undefined],
])('keeps new authors to two rows on the home page, and leads %s', async (_what, authors, href) => {
  const pagination = { page: 1, limit: 20, total: 2, totalPages: 1, hasNext: false, hasPrev: false }
  const threads = authors.map((userId, index) => aThread({ id: index + 1, userId }))
  vi.mocked(call).mockResolvedValue({ threads, pagination })
  renderAt('/', <LatestThreads path="/" list={null} />)
  await screen.findAllByRole('listitem')
  expect(screen.queryByRole('link', { name: /更多主题/ })?.getAttribute('href')).toBe(href)
  const query = { page: 1, sortBy: 'lastPostAt', perAuthor: 2 }
  expect(
    vi.mocked(call).mock.calls.map(([, given]) => (given as { query?: object } | undefined)?.query),
  ).toContainEqual(query)
})
