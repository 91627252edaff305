import { systemClock } from '@forum/shared/clock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aForum } from '../../testing/forum'
import { type Forum } from '../../store'
import { DraftKeeper, drafts } from './keeper'
import { submit } from './submit'
import { submissionsSlice } from './drafts.slice'

const EMPTY = { content: '' }
const PLACE = 'draft:7:letter'
const body = { content: '你好', threadId: 1, quotedPostId: null }

describe('submitting a draft', () => {
  const call = vi.fn()
  let forum: Forum
  const submitLetter = (content = body.content) =>
    submit(forum, PLACE, EMPTY, 'createPost', { ...body, content })
  const keys = () =>
    call.mock.calls.map(([, options]) => (options as { idempotencyKey: string }).idempotencyKey)

  beforeEach(() => {
    localStorage.clear()
    call.mockReset()
    call.mockResolvedValue({ post: { id: 5 } })
    forum = aForum(call)
    drafts.set(PLACE, EMPTY, { content: body.content })
  })
  afterEach(() => {
    drafts.clear(PLACE)
    vi.unstubAllGlobals()
  })

  it('clears the draft once the server has accepted it', async () => {
    await expect(submitLetter()).resolves.toMatchObject({ ok: true, value: { post: { id: 5 } } })
    expect(drafts.read(PLACE, EMPTY).value).toEqual(EMPTY)
    expect(forum.read(submissionsSlice)[PLACE]).toBeNull()
  })

  it('works over plain HTTP, where crypto.randomUUID does not exist', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    await expect(submitLetter()).resolves.toMatchObject({ ok: true })
    expect(keys()[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('retries once under the same key if the first outcome is unknown', async () => {
    call.mockRejectedValueOnce(new ApiError(0, 'TIMEOUT', '网络异常'))
    await expect(submitLetter()).resolves.toMatchObject({ ok: true })
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
  })

  it('does not retry a refusal, and keeps the draft', async () => {
    call.mockRejectedValue(new ApiError(409, 'THREAD_LOCKED', '已锁定'))
    await expect(submitLetter()).resolves.toMatchObject({ ok: false, error: { code: 'THREAD_LOCKED' } })
    expect(keys()).toHaveLength(1)
    expect(drafts.read(PLACE, EMPTY).value.content).toBe(body.content)
    expect(forum.read(submissionsSlice)[PLACE]).toMatchObject({ status: 'failed' })
  })

  it('repeats an unchanged draft under its key, and sends a changed one under another', async () => {
    call.mockRejectedValue(new ApiError(0, 'NETWORK', '断网'))
    await submitLetter()
    await submitLetter()
    expect(new Set(keys()).size).toBe(1)
    await submitLetter('另一句')
    expect(new Set(keys()).size).toBe(2)
  })

  it('sends the same draft under the same key after a crash, and in another tab', async () => {
    call.mockReturnValueOnce(new Promise(() => undefined))
    void submitLetter()
    const other = new DraftKeeper(() => localStorage, systemClock)
    const sent = other.startSending(PLACE, EMPTY)
    drafts.restore(PLACE, localStorage.getItem(PLACE)!)
    expect(sent!.id).toBe(drafts.startSending(PLACE, EMPTY)!.id)
  })

  it('sends the same text again under another key once the first was accepted', async () => {
    await submitLetter()
    drafts.set(PLACE, EMPTY, { content: body.content })
    await submitLetter()
    expect(new Set(keys()).size).toBe(2)
  })

  it('sends nothing that another tab has sent meanwhile', async () => {
    drafts.flush()
    localStorage.removeItem(PLACE)
    await expect(submitLetter()).resolves.toBeNull()
    expect(call).not.toHaveBeenCalled()
    expect(drafts.read(PLACE, EMPTY).value).toEqual(EMPTY)
  })

  it('keeps what was written in another tab while the draft was being sent', async () => {
    let accept: (response: object) => void = () => undefined
    call.mockImplementationOnce(() => new Promise((resolve) => (accept = resolve)))
    const first = submitLetter()
    const other = new DraftKeeper(() => localStorage, systemClock)
    other.set(PLACE, EMPTY, { content: `${body.content}，再见` })
    other.flush()
    accept({ post: { id: 5 } })
    await first
    expect(drafts.read(PLACE, EMPTY).value.content).toBe('你好，再见')
  })

  it('sends a draft once while it is already being sent', async () => {
    let accept: (response: object) => void = () => undefined
    call.mockImplementationOnce(() => new Promise((resolve) => (accept = resolve)))
    const first = submitLetter()
    await expect(submitLetter()).resolves.toBeNull()
    accept({ post: { id: 5 } })
    await expect(first).resolves.toMatchObject({ ok: true })
    expect(call).toHaveBeenCalledTimes(1)
  })
})
