import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ModerationLink } from '../../app/AccountMenuItems'
import { forum, type ForumEvent } from '../../store'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'

const AT = '2026-11-20T09:30:00.000Z'
const calls = vi.mocked(call as (name: string) => Promise<unknown>)
const moderator = aMember({ id: 1, role: 'moderator' })

/** The open work on the server. */
let open: { cases: number; held: number }
const pagination = (total: number) => ({ page: 1, hasNext: false, total })

beforeEach(() => {
  resetPage()
  signIn(forum, moderator)
  calls.mockImplementation((name) => {
    if (name === 'listCases') return Promise.resolve({ cases: [], pagination: pagination(open.cases) })
    if (name === 'listHeld')
      return Promise.resolve({
        held: open.held > 0 ? [{ id: 9, createdAt: AT }] : [],
        pagination: pagination(open.held),
      })
    return new Promise(() => undefined)
  })
})

it('counts reports and texts that wait, and leads to the reports first', async () => {
  open = { cases: 2, held: 3 }
  renderAt('/', <ModerationLink user={moderator} />)
  const link = await screen.findByRole('link', { name: /2 条待处理举报，3 条待审/ })
  expect(link.getAttribute('href')).toBe('/moderation/reports')
  expect(link.textContent).toContain('5')
})

it('leads to what waits for approval where no report is open, as soon as it arrives', async () => {
  open = { cases: 0, held: 0 }
  renderAt('/', <ModerationLink user={moderator} />)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/moderation/reports')
  open.held = 1
  act(() => {
    const payload = { heldId: 9, kind: 'post', status: 'pending', threadId: null, postId: null }
    forum.receive([{ name: 'held:changed', id: crypto.randomUUID(), at: AT, ...payload } as ForumEvent])
  })
  const link = await screen.findByRole('link', { name: /0 条待处理举报，1 条待审/ })
  expect(link.getAttribute('href')).toBe('/moderation/held')
})
