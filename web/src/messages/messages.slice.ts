import {
  type Conversation,
  type GroupConversation,
  type Message,
  type UserSummary,
} from '@forum/shared/contract'
import { listsSlice } from '../resource'
import { type ApiError, defineSlice, sessionSlice, type Write } from '../store'
import {
  CONVERSATIONS,
  conversationKey,
  correspondentOf,
  isListOfMessages,
  isReceived,
  listsOfNew,
} from './list-keys'

/** A message as the store keeps it. */
export interface MessageEntity extends Message {
  /** Lists contain only its first characters. */
  isCut: boolean
}

export interface Messages {
  messages: Record<number, MessageEntity>
  /** Messages whose text is loading or failed to load. */
  messageReads: Record<number, { error: ApiError | null }>
  /** By correspondent, as everything below that is of conversations. */
  conversations: Record<number, Conversation>
  /** The group conversations of which the reader is a member, by id. */
  groups: Record<number, GroupConversation>
  /** The other party of each loaded conversation between two, and its number of messages. */
  correspondents: Record<number, { user: UserSummary; messageCount: number }>
  /** The latest messages received while this page was open, the newest last. */
  arrivedMessageIds: number[]
}

/** Maximum number of arrivals that are kept, for toasts and for lists that do not show them. */
const ARRIVED_MAX = 100

export const messagesSlice = defineSlice(
  'messages',
  (): Messages => ({
    messages: {},
    messageReads: {},
    conversations: {},
    groups: {},
    correspondents: {},
    arrivedMessageIds: [],
  }),
  {
    on: {
      'message:created': (state, { message }, { read, write }) => {
        const isKnown = state.messages[message.id] !== undefined
        applyFullMessage(write, message)
        if (isKnown && !isAheadOfConversation(write, message)) return
        insert(write, message)
        if (!isKnown && !message.isRead && isReceived(message, read(sessionSlice).user?.id ?? 0))
          state.arrivedMessageIds = [...state.arrivedMessageIds, message.id].slice(-ARRIVED_MAX)
      },
      'message:updated': (state, { message }, { write }) => {
        if (state.messages[message.id]) applyFullMessage(write, message)
      },
      'message:read': (_state, { messageId, readAt }, { write }) => {
        noteRead(write, messageId, readAt)
      },
      'conversation:changed': (_state, { conversation }, { write }) => {
        applyGroup(write, conversation)
      },
      'message:deleted': (_state, { messageId }, { write }) => {
        remove(write, messageId)
      },
    },
  },
)

/** Merges a message, but keeps a mark as read in progress, a later edit and the full text. */
export function mergeMessage(write: Write, fresh: MessageEntity): void {
  const stored = write(messagesSlice).messages[fresh.id]
  const [storedEdit, freshEdit] = [stored?.editedAt ?? '', fresh.editedAt ?? '']
  const keepsText = stored && (freshEdit < storedEdit || (freshEdit === storedEdit && fresh.isCut))
  const { subject, content, editedAt, isCut } = keepsText ? stored : fresh
  const readAt = fresh.readAt ?? stored?.readAt ?? null
  write(messagesSlice).messages[fresh.id] = {
    ...fresh,
    subject,
    content,
    editedAt,
    isCut,
    readAt,
    isRead: readAt !== null,
  }
}

export function applyFullMessage(write: Write, message: Message): void {
  mergeMessage(write, { ...message, isCut: false })
}

/** Applies a group conversation, which disappears with its messages once the reader is no member of it. */
export function applyGroup(write: Write, group: GroupConversation): void {
  const userId = write(sessionSlice).user?.id ?? 0
  const { groups, conversations } = write(messagesSlice)
  const row = conversations[-group.id]
  if (group.members.some(({ id }) => id === userId)) {
    groups[group.id] = group
    if (row) row.group = group
    return
  }
  removeGroup(write, group.id)
}

/** Removes a group conversation that the reader has left. */
export function removeGroup(write: Write, groupId: number): void {
  Reflect.deleteProperty(write(messagesSlice).groups, groupId)
  Reflect.deleteProperty(write(messagesSlice).conversations, -groupId)
  const lists = write(listsSlice)
  Reflect.deleteProperty(lists, conversationKey(-groupId))
  const shown = lists[CONVERSATIONS]
  if (shown) shown.ids = shown.ids.filter((id) => id !== -groupId)
}

/** Inserts an id before the first id, newest first, that is not newer than `at`. */
function place(ids: number[], id: number, at: string, timeOf: (id: number) => string | undefined): void {
  const before = ids.findIndex((one) => (timeOf(one) ?? '') <= at)
  ids.splice(before < 0 ? ids.length : before, 0, id)
}

/** Returns whether a loaded list contains a message that the conversations, loaded earlier, lack. */
function isAheadOfConversation(write: Write, message: Message): boolean {
  const correspondent = correspondentOf(message, write(sessionSlice).user?.id ?? 0)
  const last = write(messagesSlice).conversations[correspondent]?.lastMessage
  if (last) return last.createdAt < message.createdAt
  return write(listsSlice)[CONVERSATIONS]?.status === 'ready'
}

/**
 * Inserts a new message into the lists that show it: at the head, unless a newer one is already there. Nothing that is
 * selected moves.
 */
export function insert(write: Write, message: Message): void {
  const userId = write(sessionSlice).user?.id
  if (userId === undefined) return
  const key = correspondentOf(message, userId)
  const isInTalk = write(listsSlice)[conversationKey(key)]?.ids.includes(message.id)
  for (const key of listsOfNew(message, userId)) {
    const list = write(listsSlice)[key]
    // A list that is loading is then loaded again.
    if (!list || list.status === 'error' || list.ids.includes(message.id)) continue
    place(list.ids, message.id, message.createdAt, (id) => write(messagesSlice).messages[id]?.createdAt)
    if (list.pagination) list.pagination.total += 1
  }
  const conversation = write(messagesSlice).conversations[key]
  const isUnread = isReceived(message, userId) && !write(messagesSlice).messages[message.id]?.isRead
  const isNew = conversation !== undefined && conversation.lastMessage.id !== message.id
  const isOvertaken = conversation !== undefined && conversation.lastMessage.createdAt > message.createdAt
  const { conversationId } = message
  const group = conversationId === null ? null : (write(messagesSlice).groups[conversationId] ?? null)
  // The members of a group arrive before its messages; if they were missed, the list is read again.
  if (conversationId !== null && group === null) return
  write(messagesSlice).conversations[key] = {
    otherUserId: group ? null : key,
    otherUser: group ? null : message.senderId === userId ? message.recipient : message.sender,
    group,
    lastMessage: isOvertaken ? conversation.lastMessage : message,
    messageCount: (conversation?.messageCount ?? 0) + (isNew || !conversation ? 1 : 0),
    unreadCount: (conversation?.unreadCount ?? 0) + ((isNew || !conversation) && isUnread ? 1 : 0),
  }
  const shown = write(listsSlice)[CONVERSATIONS]
  if (shown?.status === 'ready' && !isOvertaken) {
    shown.ids = shown.ids.filter((id) => id !== key)
    const { conversations } = write(messagesSlice)
    place(shown.ids, key, message.createdAt, (id) => conversations[id]?.lastMessage.createdAt)
  }
  const correspondent = write(messagesSlice).correspondents[key]
  if (correspondent && !isInTalk) correspondent.messageCount += 1
}

export function remove(write: Write, messageId: number): void {
  for (const [key, list] of Object.entries(write(listsSlice))) {
    if (!isListOfMessages(key) || !list.ids.includes(messageId)) continue
    list.ids = list.ids.filter((id) => id !== messageId)
    if (list.pagination) list.pagination.total = Math.max(0, list.pagination.total - 1)
  }
  const message = write(messagesSlice).messages[messageId]
  Reflect.deleteProperty(write(messagesSlice).messages, messageId)
  Reflect.deleteProperty(write(messagesSlice).messageReads, messageId)
  if (message) removeFromConversation(write, message)
}

function removeFromConversation(write: Write, message: MessageEntity): void {
  const userId = write(sessionSlice).user?.id ?? 0
  const key = correspondentOf(message, userId)
  const correspondent = write(messagesSlice).correspondents[key]
  if (correspondent) correspondent.messageCount = Math.max(0, correspondent.messageCount - 1)
  const conversation = write(messagesSlice).conversations[key]
  if (!conversation) return
  conversation.messageCount = Math.max(0, conversation.messageCount - 1)
  if (!message.isRead && isReceived(message, userId))
    conversation.unreadCount = Math.max(0, conversation.unreadCount - 1)
  const [newest] = write(listsSlice)[conversationKey(key)]?.ids ?? []
  const last = newest === undefined ? undefined : write(messagesSlice).messages[newest]
  if (conversation.lastMessage.id === message.id && last) conversation.lastMessage = last
  const shown = write(listsSlice)[CONVERSATIONS]
  if (conversation.messageCount === 0 && shown) shown.ids = shown.ids.filter((id) => id !== key)
}

/** Sets when a message was read; null undoes a mark that the server did not accept. */
export function noteRead(write: Write, messageId: number, readAt: string | null): void {
  const message = write(messagesSlice).messages[messageId]
  if (!message || message.isRead === (readAt !== null)) return
  message.isRead = readAt !== null
  message.readAt = readAt
  const userId = write(sessionSlice).user?.id ?? 0
  const conversation = write(messagesSlice).conversations[correspondentOf(message, userId)]
  if (conversation && isReceived(message, userId))
    conversation.unreadCount = Math.max(0, conversation.unreadCount + (readAt === null ? 1 : -1))
}
