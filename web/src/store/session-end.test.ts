import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startLiveUpdates } from '../features/live'
import { call } from '../lib/api'
import { endSession, readToken, removeToken, setNavigate, storeToken, TOKEN_KEY } from '../lib/session'
import { socket } from '../lib/socket'
import { aMember } from '../testing/boards'
import { initialState, useForum } from '.'
import { type List } from '../resource/list'
import { slices } from './slices'
import { type Slice } from './slice'

const FILLED = { filled: true }
const keysOf = (scope: Slice['scope']) =>
  Object.values<Slice>(slices)
    .filter((slice) => slice.scope === scope)
    .flatMap((slice) => Object.keys(slice.initialState()))

/** Puts a value into every state key of every slice, and a member into the session. */
function fillEverySlice(): void {
  const filled = [...keysOf('session'), ...keysOf('device')].map((key) => [key, FILLED])
  useForum.setState({
    ...(Object.fromEntries(filled) as object),
    session: { status: 'member', user: aMember(), endedBecause: null },
  })
}

const stateOf = (keys: string[], state: object) =>
  Object.fromEntries(Object.entries(state).filter(([key]) => keys.includes(key)))

const fetched = vi.fn<typeof fetch>()
let stop: () => void

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(socket, 'open').mockImplementation(() => undefined)
  vi.spyOn(socket, 'token', 'get').mockReturnValue('token')
  setNavigate(vi.fn())
  fetched.mockReset()
  fetched.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })))
  stop = startLiveUpdates()
  storeToken('token')
})
afterEach(() => {
  stop()
  removeToken()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const endings: [string, () => unknown][] = [
  ['the member signs out', () => useForum.getState().logout()],
  [
    'the server revokes it',
    () => {
      useForum.getState().receive([{ name: 'session:revoked', id: '1', at: '', reason: 'banned' }])
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
  const state = useForum.getState()
  const expected = { ...initialState(), session: { ...state.session, status: 'anonymous', user: null } }
  expect(keysOf('session').length).toBeGreaterThan(10)
  expect(stateOf(keysOf('session'), state)).toEqual(stateOf(keysOf('session'), expected))
  for (const key of keysOf('device')) expect(stateOf([key], state)).toEqual({ [key]: FILLED })
})

it('goes home after a sign-out whose event arrives before its response', async () => {
  const goTo = vi.fn()
  setNavigate(goTo)
  useForum.setState({ ...initialState(), session: { status: 'member', user: aMember(), endedBecause: null } })
  let respond: (response: Response) => void = () => undefined
  fetched.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)))
  void useForum.getState().logout()
  useForum.getState().receive([{ name: 'session:revoked', id: '2', at: '', reason: 'logout' }])
  respond(new Response(null, { status: 204 }))
  await expect.poll(() => goTo.mock.calls).toEqual([['/', undefined]])
  expect(useForum.getState().session).toEqual({ status: 'anonymous', user: null, endedBecause: null })
})

it('signs in although the response to a sign-out before it arrives meanwhile', async () => {
  useForum.setState({ ...initialState(), session: { status: 'member', user: aMember(), endedBecause: null } })
  const responds: ((response: Response) => void)[] = []
  fetched.mockImplementation(() => new Promise((resolve) => responds.push(resolve)))
  const signedOut = useForum.getState().logout()
  // Another call of the ended session is refused first, which goes home, where the login form is.
  endSession('token')
  const signedIn = useForum.getState().login({ username: 'haiou2020', password: 'Forum#2025' })
  const [respondToLogout, respondToLogin] = responds
  respondToLogout?.(new Response(null, { status: 204 }))
  await signedOut
  respondToLogin?.(Response.json({ user: aMember({ id: 8 }), token: 'another token' }))
  await expect(signedIn).resolves.toEqual({ ok: true, value: undefined })
  expect(useForum.getState().session.user?.id).toBe(8)
  expect(readToken()).toBe('another token')
})

it('resets every slice when another tab signs in as another member', async () => {
  fillEverySlice()
  fetched.mockImplementation(() => Promise.resolve(Response.json({ user: aMember({ id: 8 }) })))
  await useForum.getState().start()
  const { session, ...state } = useForum.getState()
  expect(session.user?.id).toBe(8)
  const keys = keysOf('session').filter((key) => key !== 'session')
  expect(stateOf(keys, state)).toEqual(stateOf(keys, initialState()))
})

it('keeps everything shown when the same member is confirmed again', async () => {
  fillEverySlice()
  fetched.mockImplementation(() => Promise.resolve(Response.json({ user: aMember() })))
  await useForum.getState().start()
  expect(useForum.getState().posts).toEqual(FILLED)
})

it('drops a response that arrives after its session has ended', async () => {
  useForum.setState({ ...initialState(), session: { status: 'member', user: aMember(), endedBecause: null } })
  let respond: (response: Response) => void = () => undefined
  fetched.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)))
  const list = { key: 'private', room: null, applyItem: vi.fn(), read: vi.fn<List<{ id: number }>['read']>() }
  list.read.mockImplementation(async ({ call: ask }) => ({ items: await ask('popularBoards') }))
  void useForum.getState().loadList(list)
  await useForum.getState().logout()
  respond(Response.json([{ id: 1 }]))
  expect(readToken()).toBeNull()
  await new Promise((resolve) => setTimeout(resolve))
  expect(list.applyItem).not.toHaveBeenCalled()
  expect(useForum.getState().lists).toEqual({})

  fetched.mockImplementation(() => Promise.resolve(Response.json([{ id: 2 }])))
  await useForum.getState().loadList(list)
  expect(useForum.getState().lists.private?.ids).toEqual([2])
})
