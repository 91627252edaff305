import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { resetPage } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { Toaster } from '../../ui'
import { drafts } from '../../state/drafts'
import { forum } from '../../store'
import { aThread } from '../../testing/boards'
import { threadCopySlice } from '../../state/thread-copy'
import { DraftList } from './DraftList'
import { storedDrafts } from './stored-drafts'

const store = (key: string, value: object | string) => {
  localStorage.setItem(`draft:7:${key}`, JSON.stringify(value))
}
const at = (minute: number) => `2026-11-20T09:0${minute}:00.000Z`

beforeEach(() => {
  localStorage.clear()
  resetPage()
})

it('lists every unsent text of the member, the last written first, with where it is continued', () => {
  store('new-thread', { title: '合租', content: '三室一厅', files: [], savedAt: at(1) })
  store('reply:5', { content: '[quote="老王" post=9]你好[/quote]\n写到一半', files: [{}], savedAt: at(3) })
  store('edit:12', { title: '签证', content: '改了', version: 2 })
  store('new-thread:greeting', {
    title: '新人报到：我是老王',
    content: '大家好',
    savedAt: '2026-11-19T09:00:00.000Z',
  })
  store('message:with:8', { subject: 'Re: 看房', content: '周六可以', savedAt: at(2) })
  store('message:to:老王', { subject: '', content: '在吗', savedAt: at(0) })
  expect(storedDrafts(7).map(({ kind, path, files }) => [kind, path, files])).toEqual([
    ['reply', '/threads/5', 1],
    ['message', '/my/messages/with/8', 0],
    ['thread', '/new-thread', 0],
    ['message', `/my/messages/compose?to=${encodeURIComponent('老王')}`, 0],
    ['thread', '/new-thread?begin=greeting', 0],
    ['edit', '/posts/12', 0],
  ])
})

it('lists no empty form, no note of the page, and nothing of another member', () => {
  store('new-thread', { title: ' ', content: '\n', files: [], attempt: { key: 'k', body: 'b' } })
  store('last-reply', { threadId: 5, title: '合租', path: '/threads/5' })
  store('reply:6', 'not a draft')
  localStorage.setItem('draft:8:reply:5', JSON.stringify({ content: '别人的' }))
  expect(storedDrafts(7)).toEqual([])
})

it('names the thread of a reply, and puts a discarded draft back as it was', () => {
  const value = { content: '写到一半', quotedPostIds: [], files: [], attempt: null, savedAt: at(1) }
  store('reply:5', value)
  forum.update((write) => {
    write(threadCopySlice).threads[5] = aThread({ id: 5, title: '周末看房' })
  })
  renderAt(
    '/my/posts',
    <>
      <DraftList userId={7} />
      <Toaster />
    </>,
  )
  expect(screen.getByRole('link', { name: '回复于《周末看房》' }).getAttribute('href')).toBe('/threads/5')
  fireEvent.click(screen.getByRole('button', { name: '丢弃草稿：回复于《周末看房》' }))
  expect(localStorage.getItem('draft:7:reply:5')).toBeNull()
  screen.getByText('没有草稿')
  fireEvent.click(screen.getByRole('button', { name: '撤销' }))
  screen.getByText('写到一半')
  const { content } = drafts.read('draft:7:reply:5', { content: '' }).value
  expect(content).toBe('写到一半')
})

it('follows what another tab writes', () => {
  renderAt('/my/posts', <DraftList userId={7} />)
  screen.getByText('没有草稿')
  store('new-thread', { title: '另一个标签页', content: '' })
  act(() => {
    dispatchEvent(new Event('storage'))
  })
  screen.getByRole('link', { name: '另一个标签页' })
})
