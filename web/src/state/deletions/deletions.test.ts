import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { removeToken, setNavigate, storeToken } from '../../lib/session'
import { type Forum } from '../../store'
import { aMember } from '../../testing/boards'
import { aForum, signIn } from '../../testing/forum'
import { logout } from '../session'
import { deleteSoon, undoDeletion } from './deletions.actions'
import { deletionsSlice } from './deletions.slice'

const call = vi.fn()
let forum: Forum
const calls = () => call.mock.calls.map(([name]) => name as string)

beforeEach(() => {
  vi.useFakeTimers()
  call.mockReset()
  call.mockResolvedValue(undefined)
  setNavigate(vi.fn())
  storeToken('token')
  forum = aForum(call)
  signIn(forum, aMember())
})
afterEach(() => {
  removeToken()
  vi.useRealTimers()
})

it('shows a deletion at once and sends it after five seconds', async () => {
  const deleted = deleteSoon(forum, 'post:5', 1)
  expect(forum.read(deletionsSlice)['post:5']).toBe(true)
  await vi.advanceTimersByTimeAsync(4_900)
  expect(calls()).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  await expect(deleted).resolves.toMatchObject({ ok: true })
  expect(calls()).toEqual(['deletePost'])
  expect(forum.read(deletionsSlice)['post:5']).toBe(false)
})

it('sends nothing that is undone in time', async () => {
  const deleted = deleteSoon(forum, 'thread:1', 1)
  expect(undoDeletion(forum, 'thread:1')).toBe(true)
  await deleted
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls()).toEqual([])
  expect(undoDeletion(forum, 'thread:1')).toBe(false)
})

it('sends what could still be undone before the member signs out', async () => {
  let respond: () => void = () => undefined
  call.mockImplementationOnce(() => new Promise<void>((resolve) => (respond = resolve)))
  void deleteSoon(forum, 'post:5', 1)
  const signedOut = logout(forum)
  await vi.advanceTimersByTimeAsync(0)
  expect(calls()).toEqual(['deletePost'])
  respond()
  await signedOut
  expect(calls()).toEqual(['deletePost', 'logout'])
})

it('signs out although a deletion of an earlier session was never answered', async () => {
  call.mockImplementationOnce(() => new Promise(() => undefined))
  void deleteSoon(forum, 'post:5', 1)
  await vi.advanceTimersByTimeAsync(5_000)
  forum.changeSession({ status: 'member', user: aMember({ id: 8 }), endedBecause: null })
  await logout(forum)
  expect(calls()).toEqual(['deletePost', 'logout'])
})
