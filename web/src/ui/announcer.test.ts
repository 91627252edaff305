import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ANNOUNCE_EVERY_MS, Announcer } from './announcer'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('announces the first message at once, and after ten seconds only the newest of those that followed', () => {
  const announcer = new Announcer()
  const said: string[] = []
  announcer.subscribe(() => said.push(announcer.text()))
  announcer.announce('新增 1 条回复')
  announcer.announce('新增 2 条回复')
  announcer.announce('新增 3 条回复')
  expect(said).toEqual(['新增 1 条回复'])
  vi.advanceTimersByTime(ANNOUNCE_EVERY_MS - 1)
  expect(said).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(said).toEqual(['新增 1 条回复', '新增 3 条回复'])
})

it('never repeats a message automatically', () => {
  const announcer = new Announcer()
  const said: string[] = []
  announcer.subscribe(() => said.push(announcer.text()))
  announcer.announce('新增 1 条回复')
  vi.advanceTimersByTime(10 * ANNOUNCE_EVERY_MS)
  expect(said).toHaveLength(1)
})
