import { paginateMessages } from '@forum/shared/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { forum } from '../store'
import { aMember } from '../testing/boards'
import { resetPage, signIn } from '../testing/forum'
import { aMessage } from '../testing/messages'
import { renderAt } from '../testing/render'
import { ComposeScreen } from './ComposeScreen'
import { ConversationDetail } from './ConversationDetail'

beforeEach(() => {
  localStorage.clear()
  resetPage()
  signIn(forum, { ...aMember(), id: 7 })
})

it.each([
  [
    'stays in a conversation that has begun',
    [aMessage({ id: 1, senderId: 7, recipientId: 3 })],
    '第 1 封信的正文',
    '/my/messages/with/3',
  ],
  ['goes to a first message with a subject otherwise', [], '别处', '/my/messages/compose?to=laowang'],
])('writing to a member %s', async (_what, messages, shown, address) => {
  const otherUser = { ...aMessage({ id: 1 }).sender, id: 3, username: 'laowang' }
  vi.spyOn(forum, 'call').mockImplementation((name: string) =>
    Promise.resolve(
      name === 'getConversation'
        ? { messages, otherUser, pagination: paginateMessages(1, 20, messages.length) }
        : {},
    ),
  )
  const { at, router } = renderAt('/users/3', <ConversationDetail correspondent={3} />, '/my/messages/with/3')
  await act(() => router.navigate('/my/messages/with/3', { state: { startsTalk: true } }))
  await screen.findByText(shown)
  await waitFor(() => {
    expect(at()).toBe(address)
  })
})

it('says in a conversation with a blocked member that no replies come', async () => {
  const { email: _, ...blocked } = aMember({ id: 3 })
  signIn(forum, { ...aMember(), id: 7, blocked: [{ ...blocked, moderatedBoardIds: [] }] })
  vi.spyOn(forum, 'call').mockResolvedValue({
    messages: [aMessage({ id: 1, senderId: 7, recipientId: 3 })],
    otherUser: { ...aMessage({ id: 1 }).sender, id: 3, displayName: '老王' },
    pagination: paginateMessages(1, 20, 1),
  })
  renderAt('/my/messages/with/3', <ConversationDetail correspondent={3} />)
  expect((await screen.findByText(/你屏蔽了老王/)).querySelector('a')?.getAttribute('href')).toBe('/users/3')
})

it('says beside each empty field of a message what it lacks, until it is filled', () => {
  renderAt('/my/messages/compose?to=laowang', <ComposeScreen />)
  fireEvent.change(screen.getByLabelText('正文'), { target: { value: '周六方便吗？' } })
  fireEvent.click(screen.getByRole('button', { name: '发送' }))
  expect(screen.getByText('收件人、标题和正文均为必填')).toBeDefined()
  expect(screen.getByText('请输入标题').closest('.field')).toBe(
    screen.getByLabelText('标题').closest('.field'),
  )
  expect(screen.queryByText('请输入正文')).toBeNull()
  expect(screen.queryByText('请选择收件人')).toBeNull()
  fireEvent.change(screen.getByLabelText('标题'), { target: { value: '看房' } })
  expect(screen.queryByText('请输入标题')).toBeNull()
})
