import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startForgetting } from '../state/session'
import { login, logout, startSession } from '../state/session/auth.actions'
import { startLiveConnection } from '../state/live'
import { call } from '../lib/api'
import { memoryKey } from '../lib/account-memory'
import {
  consumeRememberedPlace,
  endSession,
  readToken,
  rememberPlace,
  removeToken,
  setNavigate,
  storeToken,
  TOKEN_KEY,
} from '../lib/session'
import { socket } from '../lib/socket'
import { type List, listsSlice, loadList } from '../resource'
import { forum, sessionSlice } from '../store'
import { aMember } from '../testing/boards'
import { resetPage, signIn } from '../testing/forum'
import { slices } from './areas'

const FILLED = { filled: true }
const ofSession = slices.filter(({ scope }) => scope === 'session')
const ofDevice = slices.filter(({ scope }) => scope === 'device')

/** Puts a value into every slice, and a member into the session. */
function fillEverySlice(): void {
  resetPage()
  signIn(forum, aMember())
  forum.update((write) => {
    for (const slice of slices) Object.assign(write(slice), FILLED)
  })
}

function expectNothingOfTheSession(): void {
  for (const slice of ofSession)
    expect({ [slice.name]: forum.read(slice) }).toEqual({ [slice.name]: slice.initial() })
}

const fetched = vi.fn<typeof fetch>()
let stop: () => void

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(socket, 'open').mockImplementation(() => undefined)
  vi.spyOn(socket, 'token', 'get').mockReturnValue('token')
  setNavigate(vi.fn())
  fetched.mockReset()
  fetched.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })))
  stop = startLiveConnection()
  storeToken('token')
})
afterEach(() => {
  stop()
  removeToken()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const endings: [string, () => unknown][] = [
  ['the member signs out', () => logout(forum)],
  [
    'the server revokes it',
    () => {
      forum.receive([{ name: 'session:revoked', id: '1', at: '', reason: 'banned' }])
    },
  ],
  [
    'a call is answered with 401',
    async () => {
      fetched.mockResolvedValue(Response.json({ code: 'UNAUTHENTICATED', message: '' }, { status: 401 }))
      await expect(call('listBoards')).rejects.toMatchObject({ status: 401 })
    },
  ],
  [
    'another tab signs out',
    () => {
      removeToken()
      dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }))
    },
  ],
]

it.each(endings)("resets every slice but the device's when %s", async (_, end) => {
  fillEverySlice()
  await end()
  expect(forum.read(sessionSlice)).toMatchObject({ status: 'anonymous', user: null })
  expect(ofSession.length).toBeGreaterThan(10)
  expectNothingOfTheSession()
  expect(ofDevice.length).toBeGreaterThan(0)
  for (const slice of ofDevice) expect(forum.read(slice)).toMatchObject(FILLED)
})

it.each(endings)(
  "removes what the browser remembers of the account, and keeps the visitor's, when %s",
  async (_, end) => {
    const stopForgetting = startForgetting(forum)
    resetPage()
    signIn(forum, { ...aMember(), id: 7 })
    for (const userId of [null, 7, 77]) localStorage.setItem(memoryKey(userId, 'searches'), '["离婚"]')
    localStorage.setItem(memoryKey(7, 'faces'), '["😀"]')
    localStorage.setItem('draft:7:reply:5', '{"content":"没写完"}')
    await end()
    stopForgetting()
    const left = [
      memoryKey(null, 'searches'),
      memoryKey(7, 'searches'),
      memoryKey(7, 'faces'),
      memoryKey(77, 'searches'),
    ]
    expect(left.map((key) => localStorage.getItem(key) !== null)).toEqual([true, false, false, true])
    expect(localStorage.getItem('draft:7:reply:5')).not.toBeNull()
    localStorage.clear()
  },
)

it('leads the next member to the home page after a sign-out, not to where the one before was', async () => {
  resetPage()
  signIn(forum, aMember())
  rememberPlace('/my/messages/with/5')
  await logout(forum)
  expect(consumeRememberedPlace()).toBe('/')
})

it.each([
  ['the server ended it there', 'banned', 7],
  ['the member signed out there', undefined, null],
] as const)(
  'keeps what was written to be copied when another tab ends the session: %s',
  (_, reason, userId) => {
    resetPage()
    signIn(forum, { ...aMember(), id: 7 })
    removeToken(reason)
    dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }))
    expect(forum.read(sessionSlice)).toMatchObject({
      status: 'anonymous',
      endedBecause: reason ?? null,
      endedUserId: userId,
    })
  },
)

it('goes home after a sign-out whose event arrives before its response', async () => {
  const goTo = vi.fn()
  setNavigate(goTo)
  resetPage()
  signIn(forum, aMember())
  let respond: (response: Response) => void = () => undefined
  fetched.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)))
  void logout(forum)
  forum.receive([{ name: 'session:revoked', id: '2', at: '', reason: 'logout' }])
  respond(new Response(null, { status: 204 }))
  await expect.poll(() => goTo.mock.calls).toEqual([['/', undefined]])
  expect(forum.read(sessionSlice)).toMatchObject({ status: 'anonymous', user: null, endedBecause: null })
})

it('signs in although the response to a sign-out before it arrives meanwhile', async () => {
  resetPage()
  signIn(forum, aMember())
  const responds: ((response: Response) => void)[] = []
  fetched.mockImplementation(() => new Promise((resolve) => responds.push(resolve)))
  const signedOut = logout(forum)
  // Another call of the ended session is refused first, which goes home, where the login form is.
  endSession('token')
  const signedIn = login(forum, { username: 'haiou2020', password: 'Forum#2025' })
  const [respondToLogout, respondToLogin] = responds
  respondToLogout?.(new Response(null, { status: 204 }))
  await signedOut
  respondToLogin?.(Response.json({ user: aMember({ id: 8 }), token: 'another token' }))
  await expect(signedIn).resolves.toEqual({ ok: true, value: undefined })
  expect(forum.read(sessionSlice).user?.id).toBe(8)
  expect(readToken()).toBe('another token')
})

it('resets every slice when another tab signs in as another member', async () => {
  fillEverySlice()
  fetched.mockImplementation(() => Promise.resolve(Response.json({ user: aMember({ id: 8 }) })))
  await startSession(forum)
  expect(forum.read(sessionSlice).user?.id).toBe(8)
  expectNothingOfTheSession()
})

it('keeps everything shown when the same member is confirmed again', async () => {
  fillEverySlice()
  fetched.mockImplementation(() => Promise.resolve(Response.json({ user: aMember() })))
  await startSession(forum)
  for (const slice of slices) expect(forum.read(slice)).toMatchObject(FILLED)
})

it('drops a response that arrives after its session has ended', async () => {
  resetPage()
  signIn(forum, aMember())
  let respond: (response: Response) => void = () => undefined
  fetched.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)))
  const list = { key: 'private', room: null, applyItem: vi.fn(), read: vi.fn<List<{ id: number }>['read']>() }
  list.read.mockImplementation(async ({ call: ask }) => ({ items: await ask('popularBoards') }))
  void loadList(forum, list)
  await logout(forum)
  respond(Response.json([{ id: 1 }]))
  expect(readToken()).toBeNull()
  await new Promise((resolve) => setTimeout(resolve))
  expect(list.applyItem).not.toHaveBeenCalled()
  expect(forum.read(listsSlice)).toEqual({})

  fetched.mockImplementation(() => Promise.resolve(Response.json([{ id: 2 }])))
  await loadList(forum, list)
  expect(forum.read(listsSlice).private?.ids).toEqual([2])
})
