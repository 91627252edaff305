import { beforeEach, expect, it, vi } from 'vitest'
import { forum } from '../../store'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { unreadSlice } from '../../state/unread'
import { closeReadMessages } from './read-messages'

const calls = vi.mocked(call)

/** A device that shows push messages, each with the path that it opens. */
function aDevice(shown: Record<string, string>) {
  const left = new Set(Object.keys(shown))
  const messages = Object.entries(shown).map(([tag, path]) => ({
    tag,
    data: { path },
    close: () => {
      left.delete(tag)
    },
  }))
  return { messages, left: () => [...left] }
}

const unread = (messages: number, notifications: number) => {
  forum.update((write) => {
    write(unreadSlice).messages.count = messages
    write(unreadSlice).notifications.count = notifications
  })
}

beforeEach(() => {
  resetPage()
  signIn(forum, aMember())
  calls.mockReset()
  calls.mockImplementation((name: string) => {
    const responses: Record<string, unknown> = {
      listNotifications: {
        notifications: [
          { id: 1, isRead: true },
          { id: 2, isRead: false },
        ],
      },
      listConversations: {
        threads: [
          { otherUserId: 8, group: null, unreadCount: 0 },
          { otherUserId: 9, group: null, unreadCount: 2 },
        ],
      },
    }
    return Promise.resolve(responses[name]) as never
  })
})

const shown = {
  'reply:5': '/posts/7?notification=1',
  'mention:6': '/posts/9?notification=2',
  'quote:6': '/posts/9?notification=3',
  'conversation:8': '/my/messages/3',
  'conversation:9': '/my/messages/4',
}

it('closes the push messages of what was read or withdrawn, and leaves the others', async () => {
  unread(1, 1)
  const device = aDevice(shown)
  await closeReadMessages(forum, device.messages)
  expect(device.left()).toEqual(['mention:6', 'conversation:9'])
})

it('asks for nothing once everything is read', async () => {
  unread(0, 0)
  const device = aDevice(shown)
  await closeReadMessages(forum, device.messages)
  expect(device.left()).toEqual([])
  expect(calls).not.toHaveBeenCalled()
})
