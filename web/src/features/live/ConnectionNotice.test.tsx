import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTexts } from '../../lib/i18n'
import { initialState, useForum } from '../../store'
import { ConnectionNotice } from './ConnectionNotice'

const connection = (status: 'connected' | 'disconnected') => {
  act(() => {
    useForum.getState().setConnection(status)
  })
}
const pass = (seconds: number) => {
  act(() => {
    vi.advanceTimersByTime(seconds * 1_000)
  })
}
const shown = () => document.querySelector('.live-notice')?.textContent ?? ''

describe('the notice of the connection', () => {
  beforeAll(() => {
    startTexts()
  })
  beforeEach(() => {
    vi.useFakeTimers()
    useForum.setState(initialState())
    useForum.getState().setConnection('connected')
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

  it('says nothing for five seconds, then that it reconnects, after a minute that it is paused', () => {
    connection('disconnected')
    pass(4.9)
    expect(shown()).toBe('')
    pass(0.2)
    expect(shown()).toBe('连接已断开，正在重连…')
    pass(55)
    expect(shown()).toBe('实时更新已暂停，页面每 30 秒自动检查一次')
  })

  it('counts from the first loss, however often it is tried meanwhile', () => {
    connection('disconnected')
    pass(3)
    connection('disconnected')
    pass(2.1)
    expect(shown()).toBe('连接已断开，正在重连…')
  })

  it('says that it is back to those who were told, and goes away', () => {
    connection('disconnected')
    pass(6)
    connection('connected')
    expect(shown()).toBe('已恢复连接')
    pass(3)
    expect(shown()).toBe('')
  })

  it('says nothing of a loss that nobody noticed', () => {
    connection('disconnected')
    pass(2)
    connection('connected')
    expect(shown()).toBe('')
  })

  it('says why the session ended, until it is put away', () => {
    act(() => {
      useForum.setState({ session: { status: 'anonymous', user: null, endedBecause: 'banned' } })
    })
    expect(screen.getByRole('alert').textContent).toContain('你的账号已被封禁')
    fireEvent.click(screen.getByRole('button', { name: '知道了' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
