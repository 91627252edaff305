import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum } from '../../store'
import { type PostEntity } from '../../state/thread-copy'
import { LikesDialog } from './LikesDialog'

const calls = vi.mocked(call as (name: string, options?: object) => Promise<unknown>)

const page = (number: number, hasNext: boolean, ...ids: number[]) => ({
  users: ids.map((id) => aMember({ id, displayName: `会员${id}` })),
  pagination: { page: number, limit: 20, total: 3, totalPages: 2, hasPrev: number > 1, hasNext },
})
const names = () => screen.queryAllByText(/^会员/).map(({ textContent }) => textContent)

beforeEach(() => {
  resetPage()
  signIn(forum, null)
  calls.mockReset()
})

const show = () => {
  const post = { id: 7, likeCount: 3 } as PostEntity
  renderAt('/', <LikesDialog post={post} onClose={() => undefined} />)
}

it('shows who likes a post, and more of them on request', async () => {
  calls.mockResolvedValueOnce(page(1, true, 1, 2)).mockResolvedValueOnce(page(2, false, 2, 3))
  show()
  expect(screen.getByText('3 人赞了这条')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: '加载更多' }))
  await waitFor(() => {
    expect(names()).toEqual(['会员1', '会员2', '会员3'])
  })
  expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull()
})

it('reads again what could not be read', async () => {
  calls
    .mockRejectedValueOnce(new ApiError(400, 'INTERNAL', '出错了'))
    .mockResolvedValueOnce(page(1, false, 1))
  show()
  expect(await screen.findByText('加载点赞名单失败')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() => {
    expect(names()).toEqual(['会员1'])
  })
})
