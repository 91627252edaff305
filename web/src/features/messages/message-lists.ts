import {
  type Conversation,
  type Message,
  type MessageFolder,
  type MessagePagination,
  type Pagination,
} from '@forum/shared/contract'
import { PAGE_SIZE } from '@forum/shared/limits'
import { type List } from '../../resource/list'
import { type ForumState } from '../../store/slice'
import { applyFullMessage, mergeMessage } from './messages.slice'

/** A page of a folder, or of what a search finds in it. */
export interface FolderPage {
  type: MessageFolder
  q: string
  page: number
}

function applyListedMessage(state: ForumState, message: Message): void {
  mergeMessage(state, { ...message, isCut: true })
}

function applyConversation(state: ForumState, conversation: Conversation): void {
  const { otherUserId, otherUser, lastMessage, unreadCount, messageCount } = conversation
  applyListedMessage(state, lastMessage)
  state.conversations[otherUserId] = { otherUserId, otherUser, lastMessage, unreadCount, messageCount }
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

/** The key of a folder's list; new messages enter the first page of one that is not searched. */
export const folderKey = ({ type, q, page }: FolderPage): string => `messages:${type}:${page}:${q}`

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

/** The key of the messages between the reader and another member. */
export const conversationKey = (otherUserId: number): string => `conversation:${otherUserId}`

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
      apply: (state) => {
        state.correspondents[otherUserId] = { user: otherUser, messageCount: pagination.totalMessages }
        return []
      },
    }
  },
})

export const CONVERSATIONS = 'conversations'

/** The members with whom the reader has messages, the newest message first. */
export const conversations: List<Conversation & { id: number }> = {
  key: CONVERSATIONS,
  room: null,
  applyItem: applyConversation,
  async read({ call, cursor }) {
    const { threads, pagination } = await call('listConversations', { query: { page: cursor ?? 1 } })
    return {
      items: threads.map((conversation) => ({ ...conversation, id: conversation.otherUserId })),
      nextCursor: pagination.hasNext ? String(pagination.currentPage + 1) : null,
    }
  },
}
