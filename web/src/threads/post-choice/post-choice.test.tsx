import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type Mock, afterEach, beforeEach, expect, it } from 'vitest'
import { call } from '../../testing/calls'
import { resetPage } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum } from '../../store'
import { type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { toasts } from '../../ui/toasts'
import { movesText } from '../moves/moves.texts'
import { beginChoice, endChoice } from './choice'
import { PostCheck } from './PostCheck'
import { PostChoiceBar } from './PostChoiceBar'

const calls = call as unknown as Mock
const post = (id: number, given: Partial<PostEntity> = {}) =>
  ({ id, threadId: 5, number: id, isOpeningPost: id === 1, isDeleted: false, ...given }) as PostEntity
const POSTS = [post(1), post(2), post(3), post(4, { isDeleted: true })]

const show = () => {
  forum.update((write) => {
    for (const one of POSTS) write(threadCopySlice).posts[one.id] = one
  })
  renderAt(
    '/',
    <>
      {POSTS.map((one) => (
        <PostCheck key={one.id} post={one} />
      ))}
      <PostChoiceBar threadId={5} boardId={3} />
    </>,
  )
}
const called = (wanted: string) =>
  (calls.mock.calls as [string, object][]).filter(([name]) => name === wanted).map(([, options]) => options)

beforeEach(() => {
  resetPage()
  calls.mockReset()
  calls.mockImplementation((name: string, { body }: { body?: { ids: number[] } } = {}) =>
    Promise.resolve(
      name === 'moderatePosts'
        ? { undo: { id: 70, until: '' }, results: body?.ids.map((id) => ({ id, ok: id !== 3 })) }
        : {},
    ),
  )
})
afterEach(() => {
  act(endChoice)
})

it('offers boxes for the replies once a moderator begins to choose, and ends with Escape', async () => {
  show()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  act(() => {
    beginChoice(5, 2)
  })
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([
    true,
    false,
    false,
  ])
  fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' })
  await waitFor(() => {
    expect(screen.queryAllByRole('checkbox')).toEqual([])
  })
})

it('deletes the chosen replies with a reason, keeps what failed chosen, and takes the act back', async () => {
  show()
  act(() => {
    beginChoice(5, 2)
  })
  fireEvent.click(screen.getByRole('checkbox', { name: '选择 3 楼' }))
  fireEvent.click(screen.getByRole('button', { name: '删除…' }))
  fireEvent.click(await screen.findByRole('button', { name: '垃圾广告' }))
  fireEvent.click(screen.getByRole('button', { name: '删除' }))
  await waitFor(() => {
    expect(called('moderatePosts')).toEqual([{ body: { ids: [2, 3], action: 'delete', reason: '垃圾广告' } }])
  })
  await waitFor(() => {
    expect(screen.getByText('选了 1 条')).toBeDefined()
  })
  toasts
    .shown()
    .find(({ action }) => action)
    ?.action?.onClick()
  await waitFor(() => {
    expect(called('undoAct')).toEqual([{ params: { actId: 70 }, body: {} }])
  })
})

it('restores those of the chosen replies that are deleted', async () => {
  show()
  act(() => {
    beginChoice(5, 4)
  })
  expect(screen.queryByRole('button', { name: '删除…' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '恢复' }))
  await waitFor(() => {
    expect(called('moderatePosts')).toEqual([{ body: { ids: [4], action: 'restore' } }])
  })
})

it('leads the focus to the title of the thread once the chosen replies have moved', async () => {
  const thread = { id: 12, title: '签证讨论', board: { displayName: '签证' } }
  calls.mockImplementation((name: string) =>
    Promise.resolve(
      { searchThreads: { threads: [thread] }, splitThread: { thread, undo: { id: 70, until: '' } } }[name] ??
        {},
    ),
  )
  const heading = document.body.appendChild(document.createElement('h1'))
  Object.assign(heading, { className: 'thread-heading', tabIndex: -1 })
  show()
  act(() => {
    beginChoice(5, 2)
  })
  fireEvent.click(screen.getByRole('button', { name: movesText('move') }))
  fireEvent.click(await screen.findByRole('radio', { name: '已有主题' }))
  fireEvent.change(screen.getByRole('searchbox', { name: /目标主题/ }), { target: { value: '签证' } })
  fireEvent.click(await screen.findByRole('radio', { name: /签证讨论/ }))
  fireEvent.click(screen.getByRole('button', { name: '移动' }))
  await waitFor(() => {
    expect(document.activeElement).toBe(heading)
  })
  heading.remove()
})
