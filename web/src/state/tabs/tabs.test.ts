import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Tabs, type RawChannel } from '../../lib/tabs'
import { aMember } from '../../testing/boards'
import { aForum, signIn } from '../../testing/forum'
import { applyUnread, unreadNotifications, unreadSlice } from '../unread'
import { endSession } from '../session'
import { inOneTab } from './one-tab'
import { startTabs } from './start-tabs'

/** Tabs of one browser: what one posts, the others receive. */
function browser() {
  const listeners = new Map<object, (event: { data: unknown }) => void>()
  return {
    posted: [] as unknown[],
    openTab(userId: number) {
      const channel: RawChannel = {
        postMessage: (data) => {
          this.posted.push(data)
          for (const [other, listen] of listeners) if (other !== channel) listen({ data })
        },
        addEventListener: (_, listener) => listeners.set(channel, listener),
      }
      const forum = aForum()
      signIn(forum, aMember({ id: userId }))
      startTabs(forum, new Tabs(channel))
      return forum
    },
  }
}

const counts = (messages: number, notifications: number, version: number) => ({
  messages: { count: messages, version },
  notifications: { count: notifications, version },
})

describe('the counts of several tabs', () => {
  it('takes the newest counts that any tab of the same member knows', () => {
    const tabs = browser()
    const [first, second, other] = [tabs.openTab(7), tabs.openTab(7), tabs.openTab(8)]
    applyUnread(first, counts(1, 2, 5))
    expect(second.read(unreadSlice)).toMatchObject(counts(1, 2, 5))
    applyUnread(second, counts(0, 0, 4))
    expect(first.read(unreadSlice)).toMatchObject(counts(1, 2, 5))
    second.receive([{ name: 'unread:changed', id: '1', at: '', messages: 0, notifications: 2, version: 6 }])
    expect(first.read(unreadSlice)).toMatchObject(counts(0, 2, 6))
    expect(other.read(unreadSlice)).toMatchObject(counts(0, 0, 0))
  })

  it('sends counts once, from the tab that loaded them', () => {
    const tabs = browser()
    const first = tabs.openTab(7)
    tabs.openTab(7)
    tabs.openTab(7)
    applyUnread(first, counts(1, 0, 1))
    expect(tabs.posted).toHaveLength(1)
  })

  it('keeps to itself what a tab shows as read until it can no longer be undone', () => {
    const tabs = browser()
    const first = tabs.openTab(7)
    const second = tabs.openTab(7)
    applyUnread(first, counts(0, 2, 1))
    first.update((write) => {
      write(unreadSlice).hidden = 2
    })
    expect(unreadNotifications(first.read)).toBe(0)
    expect(unreadNotifications(second.read)).toBe(2)
  })

  it('shows the counts in the title until the session ends', () => {
    document.title = ''
    document.head.innerHTML = '<link rel="icon" href="/favicon.svg">'
    const icon = () => document.querySelector<HTMLLinkElement>('link')?.getAttribute('href')
    const forum = browser().openTab(7)
    applyUnread(forum, counts(1, 2, 1))
    expect(icon()).toBe('/favicon-unread.svg')
    endSession(forum)
    expect(icon()).toBe('/favicon.svg')
    expect(forum.read(unreadSlice)).toMatchObject(counts(0, 0, 0))
    applyUnread(forum, counts(1, 2, 9))
    expect(forum.read(unreadSlice)).toMatchObject(counts(0, 0, 0))
  })
})

describe('what is shown in one tab', () => {
  beforeEach(() => {
    localStorage.clear()
    vi.useFakeTimers()
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('shows an event once, whether tabs can lock or only share storage', async () => {
    const held = new Set<string>()
    const locks = {
      request: async (name: string, _: object, work: (lock: object | null) => Promise<void>) => {
        if (held.has(name)) return work(null)
        held.add(name)
        await work({})
        return held.delete(name)
      },
    }
    for (const has of [{ locks }, {}]) {
      vi.stubGlobal('navigator', has)
      const show = vi.fn()
      const tabs = Promise.all([1, 2, 3].map(() => inOneTab('notification 5', show)))
      await vi.advanceTimersByTimeAsync(500)
      await tabs
      expect(show).toHaveBeenCalledOnce()
      const late = inOneTab('notification 5', show)
      await vi.advanceTimersByTimeAsync(500)
      await late
      expect(show).toHaveBeenCalledOnce()
      await Promise.all([inOneTab('notification 6', show), vi.advanceTimersByTimeAsync(500)])
      expect(show).toHaveBeenCalledTimes(2)
    }
  })

  it('shows no event in a hidden tab', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const show = vi.fn()
    await inOneTab('notification 5', show)
    expect(show).not.toHaveBeenCalled()
  })
})
