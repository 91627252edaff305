import { type OwnHeld } from '@forum/shared/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum, type ForumEvent } from '../../store'
import { draftKey, drafts, submit } from '../../state/drafts'
import { replyDraftKey } from '../../state/thread-copy'
import { EMPTY_EDIT, editDraftKey } from '../thread/PostEditor'
import { EMPTY_REPLY } from '../thread/replies'
import { HeldInThread, OwnHeldList } from './HeldItems'
import { resume } from './resume'

const EMPTY_MESSAGE = { recipient: '', others: [] as { id: number }[], content: '' }

const calls = vi.mocked(call as (name: string, options?: object) => Promise<unknown>)

const AT = '2026-11-20T09:30:00.000Z'
const aHeld = (given: Partial<OwnHeld> = {}): OwnHeld => ({
  id: 5,
  kind: 'post',
  createdAt: AT,
  reason: 'link',
  reasons: ['link'],
  status: 'pending',
  title: null,
  content: '看我的主页',
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
  ...given,
})

describe('what of the reader waits for approval', () => {
  let server: OwnHeld[]
  beforeEach(() => {
    resetPage()
    server = [aHeld()]
    signIn(forum, aMember({ id: 1, displayName: '小李' }))
    calls.mockImplementation((name) => {
      if (name === 'listOwnHeld') return Promise.resolve({ held: server })
      if (name === 'withdrawHeld') return Promise.resolve(undefined)
      if (name === 'updateHeld') return Promise.resolve({ held: aHeld({ content: '改过了', version: 2 }) })
      if (name === 'createPost')
        return Promise.resolve({ held: { id: 6, kind: 'post', createdAt: AT, reason: 'link' } })
      return new Promise(() => undefined)
    })
  })

  it('is shown in its thread alone, with why it waits', async () => {
    renderAt('/threads/7', <HeldInThread threadId={7} />)
    expect(await screen.findByText('看我的主页')).toBeTruthy()
    expect(screen.getByText(/现在只有你看得到/)).toBeTruthy()
    renderAt('/threads/8', <HeldInThread threadId={8} />)
    expect(screen.getAllByText('看我的主页')).toHaveLength(1)
  })

  it('is withdrawn with one press', async () => {
    renderAt('/threads/7', <HeldInThread threadId={7} />)
    fireEvent.click(await screen.findByRole('button', { name: '撤回' }))
    await waitFor(() => {
      expect(screen.queryByText('看我的主页')).toBeNull()
    })
    expect(calls).toHaveBeenCalledWith('withdrawHeld', { params: { heldId: 5 } })
  })

  it('is changed in a dialog', async () => {
    renderAt('/threads/7', <HeldInThread threadId={7} />)
    fireEvent.click(await screen.findByRole('button', { name: '编辑' }))
    fireEvent.change(await screen.findByLabelText('内容'), { target: { value: '改过了' } })
    fireEvent.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('改过了')).toBeTruthy()
    expect(calls).toHaveBeenCalledWith('updateHeld', { params: { heldId: 5 }, body: { content: '改过了' } })
  })

  it('goes back into its draft once it was rejected, with what the moderator says', async () => {
    server = [aHeld({ status: 'rejected', note: '请不要留联系方式' })]
    renderAt('/my/posts', <OwnHeldList />)
    expect(await screen.findByText(/请不要留联系方式/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '改后再发' }))
    expect(drafts.read(draftKey(1, replyDraftKey(7)), EMPTY_REPLY).value.content).toBe('看我的主页')
    expect(calls).toHaveBeenCalledWith('withdrawHeld', { params: { heldId: 5 } })
  })

  it('goes back with all its recipients if it was to start a group', () => {
    const [lao, doubao] = [aMember({ id: 2, username: 'laowang' }), aMember({ id: 3, username: 'doubao' })]
    const message = { kind: 'message', title: '', content: '周末聚', thread: null } as const
    const path = resume(1, aHeld({ ...message, recipients: [lao, doubao] }))
    expect(path).toBe('/my/messages/compose?to=laowang')
    const { value } = drafts.read(draftKey(1, 'message:to:laowang'), EMPTY_MESSAGE)
    expect(value).toMatchObject({
      recipient: '',
      others: [{ id: 2 }, { id: 3 }],
      content: '周末聚',
      files: [],
    })
  })

  it('goes back into the form of its group', () => {
    const path = resume(1, aHeld({ kind: 'message', content: '周末聚', thread: null, conversationId: 9 }))
    expect(path).toBe('/my/messages/group/9')
    expect(drafts.read(draftKey(1, 'message:group:9'), EMPTY_MESSAGE).value.content).toBe('周末聚')
  })

  it('goes back into its edit with its note', () => {
    const thread = { id: 7, title: '合租' }
    const path = resume(1, aHeld({ kind: 'edit', postId: 70, thread, content: '改过', editNote: '改了价钱' }))
    expect(path).toBe('/threads/7#post-70')
    expect(drafts.read(draftKey(1, editDraftKey(70)), EMPTY_EDIT).value).toMatchObject({
      ...{ content: '改过', title: '合租', startTitle: '合租' },
      ...{ note: '改了价钱', files: [], hasFiles: true },
    })
  })

  it('is read again when an event tells of a decision', async () => {
    renderAt('/threads/7', <HeldInThread threadId={7} />)
    await screen.findByText('看我的主页')
    server = []
    act(() => {
      const event = {
        name: 'held:changed',
        id: 'e1',
        at: AT,
        heldId: 5,
        kind: 'post',
        status: 'approved',
        threadId: 7,
      }
      forum.receive([event as ForumEvent])
    })
    await waitFor(() => {
      expect(screen.queryByText('看我的主页')).toBeNull()
    })
  })

  it('ends the draft that it was sent from, and says what happened', async () => {
    const place = draftKey(1, replyDraftKey(7))
    drafts.set(place, EMPTY_REPLY, { content: '看我的主页' })
    const onHeld = vi.fn()
    const body = { threadId: 7, content: '看我的主页' }
    const sent = await submit(forum, place, EMPTY_REPLY, 'createPost', body, { onHeld })
    expect(sent).toBeNull()
    expect(onHeld).toHaveBeenCalledOnce()
    expect(drafts.read(place, EMPTY_REPLY).value.content).toBe('')
  })
})
