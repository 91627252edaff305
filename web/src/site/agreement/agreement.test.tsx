import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aMember } from '../../testing/boards'
import { resetPage, signIn } from '../../testing/forum'
import '../../testing/render'
import { storeToken } from '../../lib/session'
import { forum } from '../../store'
import { startAgreements } from './agree'

const REFUSED = { code: 'AGREEMENT_REQUIRED', message: '请先同意改动后的条款' }
let agreed: unknown[] = []
let sent = 0
/** The agreements due on the server, unless they follow from the agreed versions. */
let due: unknown[] | null = null

const json = (body: unknown, status = 200) =>
  Promise.resolve(
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }),
  )

beforeEach(() => {
  resetPage()
  signIn(forum, aMember())
  agreed = []
  sent = 0
  due = null
  startAgreements()
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string }) => {
    if (url === '/api/auth/agreements')
      return json({ agreements: [], due: due ?? (agreed.length > 0 ? [] : [{ slug: 'terms', version: 3 }]) })
    if (url === '/api/pages/terms')
      return json({
        page: {
          slug: 'terms',
          title: '服务条款',
          content: '[b]新的一条[/b]\n\n不许代打。',
          updatedAt: '2026-11-20T09:30:00.000Z',
          version: 3,
          mustAgree: true,
        },
      })
    if (url === '/api/auth/agree') {
      agreed.push(JSON.parse(body ?? ''))
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    sent += 1
    return agreed.length > 0 ? json({ post: {} }) : json(REFUSED, 403)
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

it('sends what was refused for new terms once the member has read them and agrees', async () => {
  const written = Promise.all([write(), write()])
  expect(await screen.findByRole('heading', { name: '新的一条' })).toBeDefined()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  const agree = screen.getByRole<HTMLButtonElement>('button', { name: '同意并继续' })
  await waitFor(() => {
    expect(agree.disabled).toBe(false)
  })
  fireEvent.click(agree)
  expect(await written).toEqual(['sent', 'sent'])
  expect(agreed).toEqual([{ slug: 'terms', version: 3 }])
  expect(sent).toBe(4)
})

it('leaves the refusal to the form if the member does not agree', async () => {
  const written = write()
  fireEvent.click(await screen.findByRole('button', { name: '以后再说' }))
  expect(await written).toBe('AGREEMENT_REQUIRED')
  expect(agreed).toEqual([])
})

it('never sends what one account wrote as another that signs in meanwhile', async () => {
  storeToken('of the writer')
  const written = write()
  const agree = await screen.findByRole<HTMLButtonElement>('button', { name: '同意并继续' })
  await waitFor(() => {
    expect(agree.disabled).toBe(false)
  })
  storeToken('of another')
  fireEvent.click(agree)
  expect(await written).toBe('AGREEMENT_REQUIRED')
  expect(sent).toBe(1)
})

it('repeats no call that is refused although nothing is due', async () => {
  due = []
  expect(await write()).toBe('AGREEMENT_REQUIRED')
  expect(sent).toBe(1)
})
