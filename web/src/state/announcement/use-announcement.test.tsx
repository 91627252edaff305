import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forum } from '../../store'
import { renderAt } from '../../testing/render'
import { sharedClock } from '../../ui'
import { announcementSlice } from './announcement.slice'
import { useAnnouncement } from './use-announcement'

const Shown = () => <p role="status">{useAnnouncement()?.text}</p>
const shown = () => screen.getByRole('status').textContent

beforeEach(() => {
  // Nothing is loaded: the test sets what is shown.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
})
afterEach(() => {
  vi.unstubAllGlobals()
  sharedClock.setOffset(0)
})

it('hides the announcement at its end by the server’s clock, and shows the next one', () => {
  const show = (text: string, updatedAt: string, until: string | null) => {
    act(() => {
      forum.update((write) => {
        write(announcementSlice).announcement = { text, updatedAt, until }
      })
    })
  }
  renderAt('/', <Shown />)
  show('今晚维护', '2026-11-20T09:30:00.000Z', new Date(Date.now() + 60 * 60_000).toISOString())
  expect(shown()).toBe('今晚维护')
  act(() => {
    sharedClock.setOffset(60 * 60_000)
  })
  expect(shown()).toBe('')
  show('维护结束', '2026-11-20T11:30:00.000Z', null)
  expect(shown()).toBe('维护结束')
})

it('shows what is in force once a newer announcement is removed, whenever it was written', () => {
  const receive = (text: string, updatedAt: string | null) => {
    act(() => {
      forum.receive([
        { name: 'announcement:changed', id: text, at: '', announcement: { text, updatedAt, until: null } },
      ])
    })
  }
  renderAt('/', <Shown />)
  receive('刚写的', '2026-11-20T11:30:00.000Z')
  receive('上月写的', '2026-10-20T11:30:00.000Z')
  expect(shown()).toBe('上月写的')
  receive('', null)
  expect(shown()).toBe('')
})
