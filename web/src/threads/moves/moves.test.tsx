import { fireEvent, screen, waitFor } from '@testing-library/react'
import { TITLE_MAX } from '@forum/shared/limits'
import { type Mock, beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../testing/calls'
import { resetPage } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { toasts } from '../../ui/toasts'
import { MergeDialog } from './MergeDialog'
import { SplitDialog } from './SplitDialog'

const calls = call as unknown as Mock
const TARGET = { id: 12, title: '签证讨论', board: { displayName: '签证' } }
const called = (wanted: string) =>
  (calls.mock.calls as [string, object][]).filter(([name]) => name === wanted).map(([, options]) => options)

beforeEach(() => {
  resetPage()
  calls.mockReset()
  calls.mockImplementation((name: string) =>
    Promise.resolve(
      {
        searchThreads: { threads: [TARGET, { ...TARGET, id: 5, title: '自己' }] },
        getThread: { thread: TARGET },
        splitThread: { thread: TARGET, undo: { id: 70, until: '' } },
        mergeThread: { thread: TARGET, undo: { id: 71, until: '' } },
      }[name] ?? {},
    ),
  )
})

it('moves replies into a thread that is found by its title, and takes that back', async () => {
  const onDone = vi.fn()
  renderAt('/', <SplitDialog threadId={5} boardId={3} postIds={[2, 3]} onDone={onDone} onClose={vi.fn()} />)
  fireEvent.click(await screen.findByRole('radio', { name: '已有主题' }))
  fireEvent.click(screen.getByRole('button', { name: '移动' }))
  expect(await screen.findByText('请选一个主题')).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox', { name: /目标主题/ }), { target: { value: '签证' } })
  fireEvent.click(await screen.findByRole('radio', { name: /签证讨论/ }))
  expect(screen.queryByRole('radio', { name: /自己/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '移动' }))
  await waitFor(() => {
    expect(onDone).toHaveBeenCalled()
  })
  expect(called('splitThread')).toEqual([
    { params: { threadId: 5 }, body: { postIds: [2, 3], threadId: 12 } },
  ])
  toasts
    .shown()
    .find(({ action }) => action)
    ?.action?.onClick()
  await waitFor(() => {
    expect(called('undoAct')).toEqual([{ params: { actId: 70 }, body: {} }])
  })
})

it('forgets a thread that was chosen when a new one is chosen instead', async () => {
  renderAt('/', <SplitDialog threadId={5} boardId={3} postIds={[2]} onDone={vi.fn()} onClose={vi.fn()} />)
  fireEvent.click(await screen.findByRole('radio', { name: '已有主题' }))
  fireEvent.change(screen.getByRole('searchbox', { name: /目标主题/ }), { target: { value: '签证' } })
  fireEvent.click(await screen.findByRole('radio', { name: /签证讨论/ }))
  fireEvent.click(screen.getByRole('radio', { name: '新主题' }))
  fireEvent.click(screen.getByRole('radio', { name: '已有主题' }))
  fireEvent.click(screen.getByRole('button', { name: '移动' }))
  expect(await screen.findByText('请选一个主题')).toBeDefined()
  expect(called('splitThread')).toEqual([])
})

it('merges a thread into the one of an address, and goes there', async () => {
  const thread = { id: 5, title: '重复' } as Parameters<typeof MergeDialog>[0]['thread']
  renderAt('/threads/5', <MergeDialog thread={thread} onClose={vi.fn()} />)
  fireEvent.change(await screen.findByRole('searchbox', { name: /目标主题/ }), {
    target: { value: 'https://forum.example/threads/12/page/2' },
  })
  fireEvent.click(await screen.findByRole('radio', { name: /签证讨论/ }))
  fireEvent.click(screen.getByRole('button', { name: '合并' }))
  await waitFor(() => {
    expect(called('mergeThread')).toEqual([{ params: { threadId: 5 }, body: { into: 12 } }])
  })
})

it('says that the title of a new thread is too long before anything is sent', async () => {
  renderAt('/', <SplitDialog threadId={5} boardId={3} postIds={[2, 3]} onDone={vi.fn()} onClose={vi.fn()} />)
  fireEvent.change(await screen.findByLabelText(/标题/), { target: { value: '长'.repeat(TITLE_MAX + 1) } })
  fireEvent.click(screen.getByRole('button', { name: '移动' }))
  expect(await screen.findByText(`标题不能超过 ${TITLE_MAX} 字`)).toBeDefined()
  expect(called('splitThread')).toEqual([])
})
