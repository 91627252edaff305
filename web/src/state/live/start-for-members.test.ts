import { beforeEach, expect, it, vi } from 'vitest'
import { type Forum } from '../../store'
import { aMember } from '../../testing/boards'
import { aForum, signIn } from '../../testing/forum'
import { liveSlice } from './live.slice'
import { startForMembers } from './start-for-members'

const start = vi.fn<(userId: number) => void>()
const load = vi.fn<() => Promise<(userId: number) => void>>()
let forum: Forum

beforeEach(() => {
  start.mockReset()
  load.mockReset()
  load.mockResolvedValue(start)
  forum = aForum()
  startForMembers(load, forum)
})

it('loads nothing for a visitor', () => {
  signIn(forum, null)
  expect(load).not.toHaveBeenCalled()
})

it('loads once, with the first session', async () => {
  signIn(forum, aMember({ id: 7 }))
  await vi.waitFor(() => {
    expect(start.mock.calls).toEqual([[7]])
  })
  signIn(forum, null)
  signIn(forum, aMember({ id: 8 }))
  expect(load).toHaveBeenCalledOnce()
})

it('names the first member even if another one has signed in before the load ended', async () => {
  signIn(forum, aMember({ id: 7 }))
  signIn(forum, null)
  signIn(forum, aMember({ id: 8 }))
  await vi.waitFor(() => {
    expect(start.mock.calls).toEqual([[7]])
  })
})

it('repeats a failed load, also once the member has signed out', async () => {
  load.mockRejectedValueOnce(new Error('offline'))
  signIn(forum, aMember({ id: 7 }))
  await vi.waitFor(() => {
    signIn(forum, aMember({ id: 8 }))
    signIn(forum, null)
    expect(start.mock.calls).toEqual([[7]])
  })
  expect(load).toHaveBeenCalledTimes(2)
})

it('repeats a failed load at a change of the session or the connection, and at no other', async () => {
  load.mockRejectedValue(new Error('offline'))
  signIn(forum, aMember({ id: 7 }))
  await vi.waitFor(() => {
    expect(load).toHaveBeenCalledOnce()
  })
  for (const offset of [1, 2, 3]) {
    await Promise.resolve()
    forum.update((write) => {
      write(liveSlice).serverOffset = offset
    })
  }
  expect(load).toHaveBeenCalledOnce()
  dispatchEvent(new Event('online'))
  expect(load).toHaveBeenCalledTimes(2)
  await Promise.resolve()
  forum.update((write) => {
    write(liveSlice).connection.status = 'connected'
  })
  expect(load).toHaveBeenCalledTimes(3)
})
