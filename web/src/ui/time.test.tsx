import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderAt } from '../testing/render'
import { sharedClock, TICK_MS } from './shared-clock'
import { localTime, RelativeTime } from './time'

const START = new Date('2026-11-20T09:30:00.000Z')
const later = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

describe('relative time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START })
  })
  afterEach(() => {
    sharedClock.setOffset(0)
    vi.useRealTimers()
  })
  const show = (at: Date) => renderAt('/', <RelativeTime at={at.toISOString()} />)
  const text = () => screen.getByRole('time').textContent

  it('ticks from 刚刚 to minutes, hours and days by the shared clock', () => {
    show(START)
    expect(text()).toBe('刚刚')
    later(60_000)
    expect(text()).toBe('1 分钟前')
    later(59 * 60_000)
    expect(text()).toBe('1 小时前')
    later(23 * 3_600_000)
    expect(text()).toBe('1 天前')
  })

  it('shows the date after 30 days, and the exact time instead when it is tapped', () => {
    show(START)
    act(() => {
      sharedClock.setOffset(29 * 86_400_000)
    })
    expect(text()).toBe('29 天前')
    act(() => {
      sharedClock.setOffset(30 * 86_400_000)
    })
    const exact = localTime(START.toISOString())
    expect(text()).toBe(exact.slice(0, 10))
    fireEvent.click(screen.getByRole('time'))
    expect(text()).toBe(exact)
    fireEvent.click(screen.getByRole('time'))
    expect(text()).toBe(exact.slice(0, 10))
  })

  it('leaves a tap to the link around it', () => {
    const at = new Date(START.getTime() - 60_000).toISOString()
    renderAt(
      '/',
      <a href="#here">
        <RelativeTime at={at} after="发表" />
      </a>,
    )
    fireEvent.click(screen.getByRole('time'))
    expect(text()).toBe('1 分钟前发表')
  })

  it('has the exact time as its datetime, and the local time as its tooltip', () => {
    show(START)
    const time = screen.getByRole('time')
    expect(time.getAttribute('datetime')).toBe('2026-11-20T09:30:00.000Z')
    expect(time.title).toBe(localTime(START.toISOString()))
    expect(time.title).toMatch(/^2026-11-\d\d \d\d:30$/)
  })

  it('shows a time in the future as 刚刚', () => {
    show(new Date(START.getTime() + 90_000))
    expect(text()).toBe('刚刚')
  })

  it('uses the server’s clock when the device’s clock is wrong', () => {
    show(START)
    act(() => {
      sharedClock.setOffset(5 * 60_000)
    })
    expect(text()).toBe('5 分钟前')
  })

  it('stops the clock when no time is on screen', () => {
    const { unmount } = show(START)
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    later(TICK_MS)
    expect(vi.getTimerCount()).toBe(0)
  })
})
