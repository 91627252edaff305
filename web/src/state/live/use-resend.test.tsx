import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { forum } from '../../store'
import { resetPage } from '../../testing/forum'
import { liveSlice } from './live.slice'
import { useResendWhenBack } from './use-resend'

const connect = (status: 'connected' | 'disconnected') => {
  act(() => {
    forum.update((write) => {
      write(liveSlice).connection.status = status
    })
  })
}

beforeEach(resetPage)

it('does not wait for a line that is back when the form is shown again', () => {
  connect('connected')
  const failure = new ApiError(0, 'NETWORK', '')
  const { result } = renderHook(() => useResendWhenBack(failure, '地铁里写的', vi.fn()))
  expect(result.current).toMatchObject({ isOffered: false, problem: '没有发出去，请重试' })
})

it('sends a failed text that is shown again only if the member agrees, since it may be half-written', () => {
  connect('disconnected')
  const send = vi.fn()
  const failure = new ApiError(0, 'NETWORK', '')
  const { result } = renderHook(() => useResendWhenBack(failure, '地铁里写的，还没写', send))
  expect(result.current).toMatchObject({ isOffered: true, isAgreed: false })
  connect('connected')
  expect(send).not.toHaveBeenCalled()
})
