import { type KeptPost } from '@forum/shared/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aMember, aThread } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum } from '../../store'
import { Toaster, toast } from '../../ui'
import { threadCopySlice } from '../../state/thread-copy'
import { BookmarksScreen } from './BookmarksScreen'
import { HistoryScreen } from './HistoryScreen'
import { KeepPostDialog } from './KeepPostDialog'

const calls = vi.mocked(call as (name: string, options?: object) => Promise<unknown>)

const AT = '2026-11-20T09:30:00.000Z'
const pagination = { page: 1, limit: 20, total: 1, totalPages: 1, hasPrev: false, hasNext: false }
const subject = { id: 12, threadId: 5, number: 3 }

/** The member's bookmarks on the server. */
let kept: Map<number, KeptPost>
let visited: string[]

beforeEach(() => {
  resetPage()
  toast.removeAll()
  signIn(forum, aMember({ keepsHistory: true }))
  forum.update((write) => {
    const viewer = { ...aThread({ id: 5 }).viewer, bookmarkedPostIds: [] }
    write(threadCopySlice).threads[5] = { ...aThread({ id: 5 }), viewer: viewer as never }
  })
  kept = new Map()
  visited = ['签证', '合租']
  calls.mockReset()
  calls.mockImplementation((name, options) => {
    const {
      body = {},
      params,
      query,
    } = (options ?? {}) as {
      body?: { bookmarked?: boolean; note?: string; remindAt?: string | null; keepsHistory?: boolean }
      params?: { postId: number }
      query?: { kind?: string }
    }
    if (name === 'bookmarkPost') {
      const { postId } = params!
      const keptPost = kept.get(postId)
      if (body.bookmarked !== true) kept.delete(postId)
      else
        kept.set(postId, {
          ...subject,
          author: aThread({ id: 5 }).author,
          isDeleted: false,
          id: postId,
          content: '四月十五日截止',
          thread: { id: 5, title: '报税' },
          bookmark: {
            createdAt: AT,
            note: body.note ?? keptPost?.bookmark.note ?? '',
            remindAt: body.remindAt === undefined ? (keptPost?.bookmark.remindAt ?? null) : body.remindAt,
          },
        } as KeptPost)
      return Promise.resolve({ post: kept.get(postId) ?? { bookmark: null } })
    }
    if (name === 'listBookmarks')
      return Promise.resolve({
        threads: [],
        posts: query?.kind === 'posts' ? [...kept.values()] : [],
        pagination,
      })
    if (name === 'listHistory')
      return Promise.resolve({
        threads: visited.map((title, index) => ({ ...aThread({ id: 20 + index, title }), visitedAt: AT })),
        pagination,
      })
    if (name === 'clearHistory') visited = []
    if (name === 'updateProfile')
      return Promise.resolve({ user: aMember({ keepsHistory: body.keepsHistory ?? true }) })
    return Promise.resolve(undefined)
  })
})

const isMarked = () => forum.read(threadCopySlice).threads[5]?.viewer?.bookmarkedPostIds.includes(12)

it('keeps a post at once, then with a note and a reminder', async () => {
  const onClose = vi.fn()
  renderAt('/', <KeepPostDialog post={subject} onClose={onClose} />)
  fireEvent.change(await screen.findByLabelText(/备注/), { target: { value: '去报税' } })
  expect(isMarked()).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: '自己定' }))
  fireEvent.click(screen.getByRole('button', { name: '好了' }))
  expect(await screen.findByText('请选一个将来的时间')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('提醒时间'), { target: { value: '2099-01-02T09:00' } })
  fireEvent.click(screen.getByRole('button', { name: '好了' }))
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled()
  })
  expect(kept.get(12)?.bookmark).toMatchObject({
    note: '去报税',
    remindAt: new Date(2099, 0, 2, 9).toISOString(),
  })
})

it('shows a kept post with its note, and brings a removed one back with both', async () => {
  const remindAt = '2099-01-02T09:00:00.000Z'
  await forum.call('bookmarkPost', {
    params: { postId: 12 },
    body: { bookmarked: true, note: '去报税', remindAt },
  })
  renderAt(
    '/my/bookmarks?kind=posts',
    <>
      <BookmarksScreen />
      <Toaster />
    </>,
  )
  expect((await screen.findByRole('link', { name: '报税' })).getAttribute('href')).toBe('/posts/12')
  screen.getByText('去报税')
  fireEvent.click(screen.getByRole('button', { name: '不再收藏：报税' }))
  await screen.findByText('还没有收藏单个帖子')
  expect(kept.size).toBe(0)
  fireEvent.click(await screen.findByRole('button', { name: '撤销' }))
  await screen.findByText('去报税')
  expect(kept.get(12)?.bookmark).toMatchObject({ note: '去报税', remindAt })
})

it('switches the history off, and clears it only after a question', async () => {
  renderAt('/my/history', <HistoryScreen />)
  await screen.findByRole('link', { name: '签证' })
  fireEvent.click(screen.getByRole('checkbox', { name: /记下我看过的主题/ }))
  await waitFor(() => {
    expect(calls).toHaveBeenCalledWith('updateProfile', { body: { keepsHistory: false } })
  })
  fireEvent.click(screen.getByRole('button', { name: '清空' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(calls).not.toHaveBeenCalledWith('clearHistory')
  fireEvent.click(
    Array.from(dialog.querySelectorAll('button')).find((button) => button.textContent === '清空')!,
  )
  const empty = await screen.findByText('浏览历史已关')
  await waitFor(() => {
    expect(document.activeElement?.contains(empty)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })
})
