import {
  type Conversation,
  type Message,
  type MessagePagination,
  type Pagination,
} from '@forum/shared/contract'
import { PAGE_SIZE } from '@forum/shared/limits'
import { type List } from '../resource'
import { type Write } from '../store'
import { CONVERSATIONS, conversationKey, folderKey, type FolderPage } from './list-keys'
import { applyFullMessage, applyGroup, mergeMessage, messagesSlice } from './messages.slice'

function applyListedMessage(write: Write, message: Message): void {
  mergeMessage(write, { ...message, isCut: true })
}

/** The id of a conversation in its list: that of the correspondent. */
export const idOf = ({ group, otherUserId }: Conversation) => (group ? -group.id : (otherUserId ?? 0))

function applyConversation(write: Write, conversation: Conversation): void {
  const { otherUserId, otherUser, group, lastMessage, unreadCount, messageCount } = conversation
  applyListedMessage(write, lastMessage)
  if (group) write(messagesSlice).groups[group.id] = group
  write(messagesSlice).conversations[idOf(conversation)] = {
    otherUserId,
    otherUser,
    group,
    lastMessage,
    unreadCount,
    messageCount,
  }
}

const paginationOf = ({
  currentPage,
  totalPages,
  totalMessages,
  hasNext,
  hasPrev,
}: MessagePagination): Pagination => ({
  page: currentPage,
  limit: PAGE_SIZE,
  total: totalMessages,
  totalPages,
  hasPrev,
  hasNext,
})

export const folderMessages = (folder: FolderPage): List<Message> => ({
  key: folderKey(folder),
  room: null,
  applyItem: applyListedMessage,
  async read({ call }) {
    const { type, q, page } = folder
    const { messages, pagination } = await call('listMessages', {
      query: { type, page, ...(q === '' ? {} : { q }) },
    })
    return { items: messages, pagination: paginationOf(pagination) }
  },
})

/** The messages with another member, newest first; older ones load after them. */
export const conversationMessages = (otherUserId: number): List<Message> => ({
  key: conversationKey(otherUserId),
  room: null,
  applyItem: applyFullMessage,
  async read({ call, cursor }) {
    const page = cursor ?? 1
    const response = await call('getConversation', { query: { otherUserId, page } })
    const { messages, otherUser, pagination } = response
    return {
      items: messages,
      nextCursor: pagination.hasNext ? String(pagination.currentPage + 1) : null,
      apply: (write) => {
        write(messagesSlice).correspondents[otherUserId] = {
          user: otherUser,
          messageCount: pagination.totalMessages,
        }
        return []
      },
    }
  },
})

/** The messages of a group conversation, newest first; older ones load after them. */
export const groupMessages = (conversationId: number): List<Message> => ({
  key: conversationKey(-conversationId),
  room: null,
  applyItem: applyFullMessage,
  async read({ call, cursor }) {
    const { conversation, messages, pagination } = await call('getGroupConversation', {
      params: { conversationId },
      query: { page: cursor ?? 1 },
    })
    return {
      items: messages,
      nextCursor: pagination.hasNext ? String(pagination.currentPage + 1) : null,
      apply: (write) => {
        applyGroup(write, conversation)
        return []
      },
    }
  },
})

/** The reader's conversations, the newest message first. */
export const conversations: List<Conversation & { id: number }> = {
  key: CONVERSATIONS,
  room: null,
  applyItem: applyConversation,
  async read({ call, cursor }) {
    const { threads, pagination } = await call('listConversations', { query: { page: cursor ?? 1 } })
    return {
      items: threads.map((conversation) => ({ ...conversation, id: idOf(conversation) })),
      nextCursor: pagination.hasNext ? String(pagination.currentPage + 1) : null,
    }
  },
}
