import { type Held } from '@forum/shared/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum, type ForumEvent } from '../../store'
import { toast } from '../../ui'
import { heldQueueSlice } from './held-queue.slice'
import { HeldScreen } from './HeldScreen'

type Options = {
  params?: { heldId?: number; userId?: string }
  query?: { status?: string; userId?: number }
  body?: object
}
const calls = vi.mocked(call as (name: string, options?: Options) => Promise<unknown>)
const callsOf = (name: string) =>
  calls.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

const AT = '2026-11-20T09:30:00.000Z'
const facai = { id: 50, username: 'facai888', displayName: '发财', avatar: null, role: 'user' as const }
const amei = { ...facai, id: 51, username: 'amei', displayName: '阿梅' }
const aHeld = (id: number, given: Partial<Held> = {}): Held => ({
  id,
  kind: 'post',
  createdAt: AT,
  reason: 'link',
  reasons: ['link'],
  status: 'pending',
  title: null,
  content: `内容${id}`,
  attachments: [],
  board: null,
  thread: { id: 7, title: '合租' },
  postId: null,
  quotedPostId: null,
  recipient: null,
  editNote: null,
  recipients: [],
  conversationId: null,
  version: 1,
  decidedAt: null,
  note: null,
  author: { ...facai, createdAt: AT, postCount: 1 },
  decidedBy: null,
  words: [],
  ...given,
})

/** The held texts on the server, which calls change. */
let server: Map<number, Held>
let pageSize: number
const decided = (id: number, status: Held['status'], more: Partial<Held> = {}) => {
  const after = { ...(server.get(id) ?? aHeld(id)), status, ...more }
  server.set(id, after)
  return after
}

describe('the queue of what waits for approval', () => {
  beforeEach(() => {
    resetPage()
    pageSize = 100
    server = new Map(
      [
        aHeld(1),
        aHeld(2, { author: { ...amei, createdAt: AT, postCount: 0 }, reasons: ['word'], words: [[0, 2]] }),
        aHeld(3),
      ].map((held) => [held.id, held]),
    )
    signIn(forum, aMember({ id: 1, displayName: '老王', role: 'moderator' }))
    calls.mockImplementation((name, { params, query, body } = {}) => {
      const id = params?.heldId ?? 0
      switch (name) {
        case 'listHeld': {
          const held = [...server.values()].filter(
            ({ status, author }) =>
              status === (query?.status ?? 'pending') && author.id === (query?.userId ?? author.id),
          )
          const page = held.slice(0, pageSize)
          return Promise.resolve({
            held: page,
            pagination: { page: 1, hasNext: page.length < held.length, total: held.length },
          })
        }
        case 'approveHeld':
          return Promise.resolve({ held: decided(id, 'approved') })
        case 'rejectHeld':
          return Promise.resolve({
            held: decided(id, 'rejected', { note: '垃圾广告' }),
            undo: { id: 70, until: AT },
          })
        case 'undoAct':
          decided(1, 'pending')
          return Promise.resolve({ entry: {} })
        case 'decideHeld': {
          const { ids, action } = body as { ids: number[]; action: string }
          for (const one of ids) decided(one, action === 'approve' ? 'approved' : 'rejected')
          return Promise.resolve({ results: ids.map((one) => ({ id: one, ok: true })) })
        }
        case 'banUser':
          return Promise.resolve({ user: { ...facai, status: 'banned' }, undo: null })
        default:
          return new Promise(() => undefined)
      }
    })
  })
  afterEach(() => {
    calls.mockReset()
  })

  const show = async () => {
    renderAt('/moderation/held', <HeldScreen />)
    await screen.findByText('内容1')
  }
  const press = (key: string) => fireEvent.keyDown(document.body, { key })
  const line = (id: number) => document.querySelector<HTMLElement>(`[data-held="${id}"]`)!
  const arrives = (payload: object) => {
    act(() => {
      forum.receive([{ name: 'held:changed', id: crypto.randomUUID(), at: AT, ...payload } as ForumEvent])
    })
  }

  it('approves by key, keeps the line in its place and goes on to the next that waits', async () => {
    await show()
    press('j')
    press('a')
    await within(line(1)).findByText('已通过')
    expect(callsOf('approveHeld')).toEqual([{ params: { heldId: 1 }, body: { version: 1 } }])
    expect(line(2).getAttribute('aria-current')).toBe('true')
    expect(
      Array.from(document.querySelectorAll<HTMLElement>('[data-held]'), ({ dataset }) => dataset['held']),
    ).toEqual(['1', '2', '3'])
  })

  it('marks the words of the filter, and shows the lines of one reason', async () => {
    await show()
    expect(within(line(2)).getByText('内容', { selector: 'mark' })).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: '命中词 1' }))
    await waitFor(() => {
      expect(screen.queryByText('内容1')).toBeNull()
    })
    expect(line(2)).toBeTruthy()
  })

  it('rejects with the reason that a digit chooses, and takes that back by key', async () => {
    await show()
    press('j')
    press('d')
    const dialog = await screen.findByRole('dialog', { name: '退回 发财 的内容' })
    fireEvent.keyDown(dialog, { key: '5' })
    await waitFor(() => {
      expect(callsOf('rejectHeld')).toEqual([{ params: { heldId: 1 }, body: { reason: '人身攻击' } }])
    })
    expect(await within(line(1)).findByText(/已退回/)).toBeTruthy()
    expect(line(2).getAttribute('aria-current')).toBe('true')

    press('u')
    await waitFor(() => {
      expect(within(line(1)).queryByText(/已退回/)).toBeNull()
    })
    expect(callsOf('undoAct')).toEqual([{ params: { actId: 70 }, body: {} }])
    expect(line(1).getAttribute('aria-current')).toBe('true')
  })

  it('decides once on everything of a member', async () => {
    await show()
    press('j')
    press('m')
    expect(screen.getByText('选了 2 条')).toBeTruthy()
    press('A')
    await waitFor(() => {
      expect(callsOf('decideHeld')).toEqual([
        { body: { ids: [1, 3], versions: [1, 1], action: 'approve', reason: '' } },
      ])
    })
    await within(line(3)).findByText('已通过')
    expect(within(line(2)).queryByText('已通过')).toBeNull()
  })

  it('bans the author and rejects all that waits of them, read or not', async () => {
    await show()
    server.set(4, aHeld(4))
    press('j')
    press('b')
    const dialog = await screen.findByRole('dialog', { name: '封禁 发财，待审的全部退回' })
    fireEvent.keyDown(dialog, { key: '1' })
    await waitFor(() => {
      expect(callsOf('decideHeld')).toEqual([
        { body: { ids: [1, 3, 4], action: 'reject', reason: '垃圾广告' } },
      ])
    })
    expect(callsOf('banUser')).toHaveLength(1)
    expect(line(2).getAttribute('aria-current')).toBe('true')
  })

  it('reads the next texts once all that it shows are decided', async () => {
    pageSize = 2
    await show()
    press('j')
    press('a')
    await within(line(1)).findByText('已通过')
    expect(screen.queryByText('内容3')).toBeNull()
    press('a')
    expect(await screen.findByText('内容3')).toBeTruthy()
    expect(line(3).getAttribute('aria-current')).toBe('true')
  })

  it('says who was first when another moderator has decided', async () => {
    await show()
    const failed = vi.spyOn(toast, 'error')
    calls.mockImplementationOnce(() => Promise.reject(new ApiError(409, 'CONFLICT', '')))
    press('j')
    press('a')
    await waitFor(() => {
      expect(failed).toHaveBeenCalledWith('没有成功', { description: '别人已经审过，或内容有变' })
    })
    arrives({ heldId: 1, kind: 'post', status: 'approved', threadId: 7 })
    expect(await within(line(1)).findByText('已通过')).toBeTruthy()
  })

  it('offers what arrives, and moves nothing until it is asked to', async () => {
    await show()
    server.set(4, aHeld(4))
    arrives({ heldId: 4, kind: 'post', status: 'pending', threadId: 7 })
    expect(screen.queryByText('内容4')).toBeNull()
    fireEvent.click(await screen.findByText('有 1 条新的'))
    expect(await screen.findByText('内容4')).toBeTruthy()
    expect(forum.read(heldQueueSlice).arrived).toEqual([])
  })
})
