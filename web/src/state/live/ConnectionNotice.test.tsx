import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forum } from '../../store'
import { resetPage, setSession } from '../../testing/forum'
import { ConnectionNotice } from './ConnectionNotice'
import { setConnection } from './live.actions'

const connection = (status: 'connected' | 'disconnected') => {
  act(() => {
    setConnection(forum, status)
  })
}
const pass = (seconds: number) => {
  act(() => {
    vi.advanceTimersByTime(seconds * 1_000)
  })
}
const shown = () => document.querySelector('.live-notice')?.textContent ?? ''

describe('the connection notice', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    resetPage()
    setConnection(forum, 'connected')
    render(
      <MemoryRouter>
        <ConnectionNotice />
      </MemoryRouter>,
    )
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  it('shows nothing for five seconds, then reconnecting, and after a minute paused', () => {
    connection('disconnected')
    pass(4.9)
    expect(shown()).toBe('')
    pass(0.2)
    expect(shown()).toBe('连接已断开，正在重连…')
    pass(55)
    expect(shown()).toBe('实时更新已暂停，页面每 30 秒自动检查一次')
  })

  it('counts from the first loss through all further attempts', () => {
    connection('disconnected')
    pass(3)
    connection('disconnected')
    pass(2.1)
    expect(shown()).toBe('连接已断开，正在重连…')
  })

  it('shows that the connection is back only after showing its loss, and then disappears', () => {
    connection('disconnected')
    pass(6)
    connection('connected')
    expect(shown()).toBe('已恢复连接')
    pass(3)
    expect(shown()).toBe('')
  })

  it('shows nothing for a loss that ended before the notice appeared', () => {
    connection('disconnected')
    pass(2)
    connection('connected')
    expect(shown()).toBe('')
  })

  it('shows why the session ended until the notice is dismissed', () => {
    act(() => {
      setSession(forum, { status: 'anonymous', user: null, endedBecause: 'banned' })
    })
    expect(screen.getByRole('alert').textContent).toContain('你的账号已被封禁')
    fireEvent.click(screen.getByRole('button', { name: '知道了' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
