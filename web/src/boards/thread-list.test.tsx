import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aThread } from '../testing/boards'
import { renderAt } from '../testing/render'
import { ThreadList } from './ThreadList'

const still = { count: 0, refresh: () => undefined }
const show = (list: Parameters<typeof ThreadList>[0]) => renderAt('/', <ThreadList {...list} />)

it('shows each thread with its marks, starter, last poster, replies and views', () => {
  const lastPostUser = { ...aThread({ id: 1 }).lastPostUser, displayName: '海鸥' }
  show({
    threads: [
      aThread({
        id: 1,
        title: '置顶帖',
        isPinned: true,
        isLocked: true,
        replyCount: 41,
        viewCount: 12_345,
        lastPostUser,
      }),
    ],
    updates: still,
  })
  const row = screen.getByRole('listitem')
  for (const text of ['置顶', '锁定', '老王', '海鸥', '41', '1.2 万']) expect(row.textContent).toContain(text)
  expect(screen.getByRole('link', { name: '置顶帖' }).getAttribute('href')).toBe('/threads/1')
})

it('counts moved threads, keeps the order of its rows, and reloads only when the button is pressed', () => {
  const refresh = vi.fn()
  show({
    threads: [aThread({ id: 2 }), aThread({ id: 1 }), aThread({ id: 3 })],
    updates: { count: 5, refresh },
  })
  const order = screen.getAllByRole('listitem').map((row) => row.querySelector('.thread-link')?.textContent)
  expect(order).toEqual(['主题2', '主题1', '主题3'])
  expect(refresh).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '有 5 个主题更新，点击刷新' }))
  expect(refresh).toHaveBeenCalledOnce()
})

it('shows no button while nothing has moved', () => {
  show({ threads: [aThread({ id: 1 })], updates: still })
  expect(screen.queryByRole('button')).toBeNull()
})

it('marks a thread that was deleted meanwhile and keeps its place', () => {
  show({ threads: [aThread({ id: 1, isDeleted: true })], updates: still })
  expect(screen.getByRole('listitem').textContent).toContain('已删除')
})
