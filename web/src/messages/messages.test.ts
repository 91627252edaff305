import { type Message, paginateMessages } from '@forum/shared/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, type Forum, type ForumEvent } from '../store'
import { aMember } from '../testing/boards'
import { aMessage } from '../testing/messages'
import { aForum, signIn } from '../testing/forum'
import { listsSlice, loadList, revalidateList } from '../resource'
import { conversationMessages, conversations, folderMessages } from './message-lists'
import { deleteMessage, markMessageRead, readMessage } from './messages.actions'
import { messagesSlice } from './messages.slice'
import { CONVERSATIONS, folderKey } from './list-keys'
import { person } from '../testing/model-server'

const READ_AT = '2026-11-20T10:00:00.000Z'
const INBOX = { type: 'inbox', q: '', page: 1 } as const

describe('the mailbox on screen', () => {
  const call = vi.fn()
  let forum: Forum
  let stored: Message[]

  beforeEach(async () => {
    stored = [aMessage({ id: 2 }), aMessage({ id: 1 })]
    call.mockReset()
    call.mockImplementation(async (name: string, { params }: { params?: { messageId: number } } = {}) => {
      const message = stored.find(({ id }) => id === params?.messageId)
      switch (name) {
        case 'getMessage':
          return { message }
        case 'markMessageRead':
          return { message: message && { ...message, isRead: true, readAt: READ_AT }, count: 0 }
        case 'countUnreadMessages':
          return { count: 0, version: 1 }
        case 'deleteMessage':
          return undefined
        case 'getConversation':
          return {
            messages: stored,
            otherUser: aMessage({ id: 1 }).sender,
            pagination: paginateMessages(1, 20, stored.length),
          }
        case 'listConversations':
          return { threads: [], pagination: paginateMessages(1, 20, 0) }
        default: {
          const messages = stored.map((one) => ({ ...one, content: one.content.slice(0, 3) }))
          return { messages, pagination: paginateMessages(1, 20, stored.length) }
        }
      }
    })
    forum = aForum(call)
    signIn(forum, aMember({ id: 7 }))
    await loadList(forum, folderMessages(INBOX))
  })

  let events = 0
  const receive = (event: { name: ForumEvent['name'] } & Record<string, unknown>) => {
    events += 1
    forum.receive([{ id: `${events}`, at: READ_AT, ...event } as ForumEvent])
  }
  const shown = (page: Parameters<typeof folderKey>[0] = INBOX) => forum.read(listsSlice)[folderKey(page)]

  it('inserts a new message at the head, once, and counts it', () => {
    const message = aMessage({ id: 3 })
    receive({ name: 'message:created', message })
    receive({ name: 'message:created', message })
    expect(shown()?.ids).toEqual([3, 2, 1])
    expect(shown()?.pagination?.total).toBe(3)
    expect(forum.read(messagesSlice).arrivedMessageIds).toEqual([3])
  })

  it('puts a message that arrives after a newer one in its place', async () => {
    await loadList(forum, conversationMessages(3))
    receive({ name: 'message:created', message: aMessage({ id: 5 }) })
    receive({ name: 'message:created', message: aMessage({ id: 4, senderId: 8 }) })
    receive({ name: 'message:created', message: aMessage({ id: 3 }) })
    expect(shown()?.ids).toEqual([5, 4, 3, 2, 1])
    expect(forum.read(listsSlice)['conversation:3']?.ids).toEqual([5, 3, 2, 1])
    expect(forum.read(messagesSlice).conversations[3]?.lastMessage.id).toBe(5)
  })

  it.each([
    ['inbox', 'shown', revalidateList],
    ['unread', 'loading', loadList],
  ] as const)('reads the %s again, which is %s, if a message came meanwhile', async (type, _, load) => {
    const folder = { ...INBOX, type }
    const respond = call.getMockImplementation()!
    let deliver = () => {}
    const delivered = new Promise<void>((resolve) => (deliver = resolve))
    call.mockImplementationOnce(async (...args: unknown[]) => {
      const response: unknown = await respond(...args)
      await delivered
      return response
    })
    call.mockClear()
    const loading = load(forum, folderMessages(folder))
    await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1))
    stored = [aMessage({ id: 3 }), ...stored]
    receive({ name: 'message:created', message: aMessage({ id: 3 }) })
    deliver()
    await loading
    expect(shown(folder)).toMatchObject({ ids: [3, 2, 1], pagination: { total: 3 } })
  })

  it('brings a conversation up to date with a message that a folder contained before its event', async () => {
    await loadList(forum, conversations)
    receive({ name: 'message:created', message: aMessage({ id: 3 }) })
    stored = [aMessage({ id: 4 }), aMessage({ id: 3 }), ...stored]
    await revalidateList(forum, folderMessages(INBOX))
    const event = { name: 'message:created' as const, message: aMessage({ id: 4 }) }
    receive(event)
    receive(event)
    expect(forum.read(messagesSlice).conversations[3]).toMatchObject({
      lastMessage: { id: 4 },
      messageCount: 2,
      unreadCount: 2,
    })
    expect(shown()?.ids).toEqual([4, 3, 2, 1])
  })

  it('begins a conversation with a message that a folder contained before its event', async () => {
    await loadList(forum, conversations)
    const first = aMessage({ id: 9, senderId: 5 })
    stored = [first, ...stored]
    await loadList(forum, folderMessages(INBOX))
    receive({ name: 'message:created', message: first })
    expect(forum.read(messagesSlice).conversations[5]).toMatchObject({ messageCount: 1, unreadCount: 1 })
    expect(forum.read(listsSlice).conversations?.ids[0]).toBe(5)
  })

  it('keeps new messages out of searches, later pages and other folders', async () => {
    const others = [
      { ...INBOX, q: '房' },
      { ...INBOX, page: 2 },
      { ...INBOX, type: 'sent' as const },
    ]
    for (const other of others) await loadList(forum, folderMessages(other))
    receive({ name: 'message:created', message: aMessage({ id: 3 }) })
    for (const other of others) expect(shown(other)?.ids).toEqual([2, 1])
  })

  it('shows what the member sent in another tab without announcing it', async () => {
    await loadList(forum, folderMessages({ ...INBOX, type: 'sent' }))
    receive({ name: 'message:created', message: aMessage({ id: 3, senderId: 7, recipientId: 3 }) })
    expect(shown({ ...INBOX, type: 'sent' })?.ids[0]).toBe(3)
    expect(shown()?.ids).toEqual([2, 1])
    expect(forum.read(messagesSlice).arrivedMessageIds).toEqual([])
  })

  it('keeps the full text and the read state when a list is read later', async () => {
    await readMessage(forum, 2)
    await markMessageRead(forum, 2)
    await revalidateList(forum, folderMessages(INBOX))
    expect(forum.read(messagesSlice).messages[2]).toMatchObject({
      content: '第 2 封信的正文',
      isCut: false,
      isRead: true,
      readAt: READ_AT,
    })
    expect(forum.read(messagesSlice).messages[1]).toMatchObject({ content: '第 1', isCut: true })
  })

  it('shows a message as read at once, and as unread again if the server refuses', async () => {
    await loadList(forum, conversations)
    receive({ name: 'message:created', message: aMessage({ id: 3, senderId: 5 }) })
    const shownAs = () => [
      forum.read(messagesSlice).messages[3]?.isRead,
      forum.read(messagesSlice).conversations[5]?.unreadCount,
    ]
    call.mockRejectedValueOnce(new ApiError(500, 'INTERNAL', '服务器内部错误'))
    const marking = markMessageRead(forum, 3)
    expect(shownAs()).toEqual([true, 0])
    expect(await marking).toMatchObject({ ok: false })
    expect(shownAs()).toEqual([false, 1])
  })

  it('shows an edit, and never an older text over it', () => {
    const edited = aMessage({ id: 2, content: '改过', editedAt: READ_AT })
    receive({ name: 'message:updated', message: edited })
    receive({ name: 'message:created', message: aMessage({ id: 2 }) })
    expect(forum.read(messagesSlice).messages[2]).toMatchObject({ content: '改过', editedAt: READ_AT })
    expect(shown()?.ids).toEqual([2, 1])
  })

  it('removes a deleted message everywhere, here and in the other tabs', async () => {
    await loadList(forum, conversationMessages(3))
    await loadList(forum, conversations)
    receive({ name: 'message:created', message: aMessage({ id: 3 }) })
    receive({ name: 'message:deleted', messageId: 3 })
    const conversation = { lastMessage: { id: 2 }, messageCount: 0, unreadCount: 0 }
    expect(forum.read(messagesSlice).conversations[3]).toMatchObject(conversation)
    expect(forum.read(listsSlice).conversations?.ids).toEqual([])
    expect(forum.read(messagesSlice).correspondents[3]?.messageCount).toBe(2)
    await deleteMessage(forum, 2)
    expect(shown()?.ids).toEqual([1])
    receive({ name: 'message:deleted', messageId: 1 })
    expect(shown()).toMatchObject({ ids: [], pagination: { total: 0 } })
    expect(forum.read(listsSlice)['conversation:3']?.ids).toEqual([])
    expect(forum.read(messagesSlice).messages).toEqual({})
  })

  it('leaves a conversation in its place for a message older than that of the one above', async () => {
    await loadList(forum, conversations)
    receive({ name: 'message:created', message: aMessage({ id: 3 }) })
    receive({ name: 'message:created', message: aMessage({ id: 5, senderId: 8 }) })
    receive({ name: 'message:created', message: aMessage({ id: 4 }) })
    expect(forum.read(listsSlice)['conversations']?.ids).toEqual([8, 3])
    expect(forum.read(messagesSlice).conversations[3]?.lastMessage.id).toBe(4)
  })

  it('moves a conversation to the top, and records which messages are read', async () => {
    await loadList(forum, conversations)
    receive({ name: 'message:created', message: aMessage({ id: 3, senderId: 5 }) })
    receive({ name: 'message:created', message: aMessage({ id: 4, senderId: 9 }) })
    receive({ name: 'message:created', message: aMessage({ id: 5, senderId: 5 }) })
    expect(forum.read(listsSlice).conversations?.ids).toEqual([5, 9])
    expect(forum.read(messagesSlice).conversations[5]).toMatchObject({
      unreadCount: 2,
      lastMessage: { id: 5 },
    })
    receive({ name: 'message:read', messageId: 3, readAt: READ_AT })
    expect(forum.read(messagesSlice).conversations[5]).toMatchObject({ unreadCount: 1 })
  })

  describe('in a group conversation', () => {
    const GROUP = {
      id: 50,
      subject: '聚餐',
      starterId: 3,
      members: [3, 7, 8].map((id) => person(id)),
      isMuted: false,
      createdAt: READ_AT,
    }
    const toGroup = (id: number, more: Partial<Message> = {}) => aMessage({ id, conversationId: 50, ...more })
    const group = () => forum.read(messagesSlice).conversations[-50]
    const rows = () => forum.read(listsSlice)[CONVERSATIONS]?.ids

    beforeEach(async () => {
      await loadList(forum, conversations)
      receive({ name: 'conversation:changed', conversation: GROUP })
      receive({ name: 'message:created', message: toGroup(50) })
    })

    it('lists the group with its newest message, apart from the messages of the sender', () => {
      receive({ name: 'message:created', message: toGroup(51, { senderId: 8 }) })
      expect(rows()).toEqual([-50])
      expect(group()).toMatchObject({ unreadCount: 2, lastMessage: { id: 51 }, group: { subject: '聚餐' } })
      expect(shown()?.ids).toContain(51)
      expect(forum.read(messagesSlice).arrivedMessageIds).toEqual([50, 51])
    })

    it('lists a line in the conversation alone, and announces neither it nor what is muted', () => {
      const line = { kind: 'added' as const, member: person(9) }
      receive({ name: 'message:created', message: toGroup(52, { line, isRead: true, readAt: READ_AT }) })
      receive({ name: 'message:created', message: toGroup(53, { isRead: true, readAt: READ_AT }) })
      expect(shown()?.ids).not.toContain(52)
      expect(group()).toMatchObject({ unreadCount: 1, lastMessage: { id: 53 } })
      expect(forum.read(messagesSlice).arrivedMessageIds).toEqual([50])
    })

    it('removes the group once the reader is no member of it', () => {
      const members = GROUP.members.filter(({ id }) => id !== 7)
      receive({ name: 'conversation:changed', conversation: { ...GROUP, members } })
      expect(rows()).toEqual([])
      expect(group()).toBeUndefined()
      expect(forum.read(messagesSlice).groups).toEqual({})
    })
  })
})
