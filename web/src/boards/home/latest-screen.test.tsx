import { screen } from '@testing-library/react'
import { beforeEach, it, vi } from 'vitest'
import { forum } from '../../store'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { LatestScreen } from './LatestScreen'

beforeEach(() => {
  vi.mocked(call).mockReset()
  resetPage()
  signIn(forum, null)
})

it.each([
  ['/latest', '最新回复'],
  ['/latest?list=created', '最新发表'],
  ['/latest?list=featured', '精华'],
  ['/latest?list=open', '等一个答案'],
  // Visitors have no such list, and see the first in its place.
  ['/latest?list=watched', '最新回复'],
])('%s is headed %s', async (path, heading) => {
  const pagination = { page: 1, limit: 20, total: 0, totalPages: 1, hasNext: false, hasPrev: false }
  vi.mocked(call).mockResolvedValue({ threads: [], boards: [], pagination })
  renderAt(path, <LatestScreen />)
  await screen.findByRole('heading', { level: 1, name: heading })
})
