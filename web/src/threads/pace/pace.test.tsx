import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type Mock, beforeEach, expect, it, vi } from 'vitest'
import { aThread } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { toasts } from '../../ui/toasts'
import { PaceDialog } from './PaceDialog'
import { PaceNote, UnlockNote } from './PaceNote'

const calls = call as unknown as Mock
const NONE = { slowSeconds: null, lockAt: null, unlockAt: null, closeAfterDays: null }
const THREAD = aThread({ id: 5, ...NONE })
const called = () => (calls.mock.calls as [string, object][]).filter(([name]) => name !== 'threadChanges')

beforeEach(() => {
  resetPage()
  calls.mockReset()
  calls.mockImplementation((name: string) =>
    Promise.resolve({ undo: { id: name === 'slowThread' ? 7 : 8, until: '' } }),
  )
})

it('sends what a moderator has changed of a pace, and takes it back in reverse', async () => {
  const onClose = vi.fn()
  renderAt('/', <PaceDialog thread={THREAD} onClose={onClose} />)
  fireEvent.click(await screen.findByRole('radio', { name: '5 分钟' }))
  fireEvent.change(screen.getByLabelText(/几天没有新回复/), { target: { value: '30' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled()
  })
  expect(called()).toEqual([
    ['slowThread', { params: { threadId: 5 }, body: { seconds: 300 } }],
    ['scheduleThread', { params: { threadId: 5 }, body: { closeAfterDays: 30 } }],
  ])
  calls.mockClear()
  toasts.shown()[0]?.action?.onClick()
  await waitFor(() => {
    expect(called()).toEqual([
      ['undoAct', { params: { actId: 8 }, body: {} }],
      ['undoAct', { params: { actId: 7 }, body: {} }],
    ])
  })
})

it('calls nothing for a pace whose times are over or in the wrong order', async () => {
  renderAt('/', <PaceDialog thread={THREAD} onClose={vi.fn()} />)
  fireEvent.change(await screen.findByLabelText(/到时锁定/), { target: { value: '2001-01-01T00:00' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('请选择将来的时间')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/到时锁定/), { target: { value: '2101-01-02T00:00' } })
  fireEvent.change(screen.getByLabelText(/到时解锁/), { target: { value: '2101-01-01T00:00' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('解锁要在锁定之后')).toBeTruthy()
  expect(called()).toEqual([])
})

it('tells a member of slow mode and of a lock to come', () => {
  const { container } = renderAt(
    '/',
    <>
      <PaceNote thread={{ ...THREAD, slowSeconds: 300, closeAfterDays: 7 }} />
      <UnlockNote thread={{ ...THREAD, unlockAt: '2101-01-02T00:00:00.000Z' }} />
    </>,
  )
  expect(container.textContent).toContain('慢速模式：每人每 5 分钟回复一次。 7 天没有新回复就会锁定。')
  expect(container.textContent).toContain('解锁')
})
