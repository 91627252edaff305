import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { applyThread } from '../../state/thread-copy'
import { forum } from '../../store'
import { aMember, aThread } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { BesideHome } from './BesideHome'

const question = { isQuestion: true, answerId: null }

function serve(featured: ReturnType<typeof aThread>[], open: ReturnType<typeof aThread>[]) {
  vi.mocked(call).mockImplementation(((_: string, { query }: { query: { featured?: string } }) =>
    Promise.resolve({ threads: query.featured ? featured : open, pagination: {} })) as never)
}
const titlesIn = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

beforeEach(() => {
  vi.mocked(call).mockReset()
  resetPage()
  signIn(forum, null)
})

it('shows what was featured this week and which questions wait for an answer', async () => {
  serve(
    [
      aThread({ id: 1, title: '走完了', content: '写给后来人', isFeatured: true }),
      aThread({ id: 2, title: '第二篇', isFeatured: true }),
    ],
    [aThread({ id: 3, title: '要多久？', ...question })],
  )
  renderAt('/', <BesideHome />)
  await screen.findByRole('region', { name: '本周精华' })
  expect(titlesIn('本周精华')).toEqual(['走完了', '第二篇', '更多 ›'])
  expect(screen.getByText('写给后来人')).toBeDefined()
  expect(titlesIn('等一个答案')).toEqual(['要多久？', '我来答 ›'])
  forum.update((write) => {
    applyThread(write, aThread({ id: 3, title: '要多久？', isQuestion: true, answerId: 9, seq: 2 }))
  })
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: '等一个答案' })).toBeNull()
  })
})

it('shows no box for questions if only blocked members ask some, nor for the best of a week without one', async () => {
  signIn(forum, aMember({ blocked: [{ id: 7, role: 'user', moderatedBoardIds: [] }] as never }))
  const asked = aThread({ id: 3, userId: 7, ...question })
  serve([aThread({ id: 1, userId: 8, isFeatured: true })], [asked])
  const { unmount } = renderAt('/', <BesideHome />)
  await screen.findByRole('region', { name: '本周精华' })
  expect(screen.queryByRole('region', { name: '等一个答案' })).toBeNull()
  unmount()
  serve([], [asked, aThread({ id: 4, userId: 8, ...question })])
  renderAt('/', <BesideHome />)
  await screen.findByRole('region', { name: '等一个答案' })
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: '本周精华' })).toBeNull()
  })
})
