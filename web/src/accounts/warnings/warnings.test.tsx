import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type CurrentUser, type Warning } from '@forum/shared/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aMember } from '../../testing/boards'
import { resetPage, signIn } from '../../testing/forum'
import '../../testing/render'
import { forum, sessionSlice } from '../../store'
import { startWarnings } from './warnings'

const WARNING: Warning = {
  id: 7,
  text: '请不要在回复里留联系方式',
  createdAt: '2026-11-20T09:30:00.000Z',
  until: null,
  readAt: null,
}
const REFUSED = { code: 'WARNING_UNREAD', message: '你收到一条警告' }
const warned = (): CurrentUser => ({ ...aMember(), warnings: [WARNING] })
let read: string[] = []
let sent = 0

const json = (body: unknown, status = 200) =>
  Promise.resolve(
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }),
  )

startWarnings()

beforeEach(() => {
  resetPage()
  read = []
  sent = 0
  vi.stubGlobal('fetch', (url: string) => {
    if (url === '/api/auth/me')
      return json({ user: { ...warned(), warnings: read.length > 0 ? [] : [WARNING] } })
    if (url.startsWith('/api/auth/warnings/')) {
      read.push(url)
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    sent += 1
    return read.length > 0 ? json({ post: {} }) : json(REFUSED, 403)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const write = () =>
  forum.call('createPost', { body: { threadId: 1, content: '写了很久' }, idempotencyKey: 'a' }).then(
    () => 'sent',
    ({ code }: { code: string }) => code,
  )

it('shows a warning as soon as the member is known, and once it is read never again', async () => {
  act(() => {
    signIn(forum, warned())
  })
  expect(await screen.findByText(WARNING.text)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: '知道了' }))
  await waitFor(() => {
    expect(screen.queryByText(WARNING.text)).toBeNull()
  })
  expect(read).toEqual(['/api/auth/warnings/7/read'])
  expect(forum.read(sessionSlice).user?.warnings).toEqual([])
})

it('sends what was refused for a warning once the member has read it', async () => {
  signIn(forum, aMember())
  const written = write()
  fireEvent.click(await screen.findByRole('button', { name: '知道了' }))
  expect(await written).toBe('sent')
  expect(sent).toBe(2)
})

it('leaves the refusal to the form if the member puts the warning off', async () => {
  signIn(forum, aMember())
  const written = write()
  fireEvent.click(await screen.findByRole('button', { name: '稍后再看' }))
  expect(await written).toBe('WARNING_UNREAD')
  expect(read).toEqual([])
})
