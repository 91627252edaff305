import { type Conversation, type Message, type UserSummary } from '@forum/shared/contract'
import { listsSlice } from '../../resource'
import { type ApiError, defineSlice, sessionSlice, type Write } from '../../store'
import { CONVERSATIONS, conversationKey, isListOfMessages, listsOfNew } from './list-keys'

/** A message as the store keeps it. */
export interface MessageEntity extends Message {
  /** Lists contain only its first characters. */
  isCut: boolean
}

interface Messages {
  messages: Record<number, MessageEntity>
  /** Messages whose text is loading or failed to load. */
  messageReads: Record<number, { error: ApiError | null }>
  conversations: Record<number, Conversation>
  /** The other party of each loaded conversation, and how many messages it has. */
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
    correspondents: {},
    arrivedMessageIds: [],
  }),
  {
    on: {
      'message:created': (own, { message }, { read, write }) => {
        const isKnown = own.messages[message.id] !== undefined
        applyFullMessage(write, message)
        if (isKnown) return
        insert(write, message)
        if (message.recipientId === read(sessionSlice).user?.id)
          own.arrivedMessageIds = [...own.arrivedMessageIds, message.id].slice(-ARRIVED_MAX)
      },
      'message:updated': (own, { message }, { write }) => {
        if (own.messages[message.id]) applyFullMessage(write, message)
      },
      'message:read': (_own, { messageId, readAt }, { write }) => {
        noteRead(write, messageId, readAt)
      },
      'message:deleted': (_own, { messageId }, { write }) => {
        remove(write, messageId)
      },
    },
  },
)

/** Merges a message, but keeps a known read write, a later edit and the full text. */
export function mergeMessage(write: Write, fresh: MessageEntity): void {
  const known = write(messagesSlice).messages[fresh.id]
  const [knownEdit, freshEdit] = [known?.editedAt ?? '', fresh.editedAt ?? '']
  const keepsText = known && (freshEdit < knownEdit || (freshEdit === knownEdit && fresh.isCut))
  const { subject, content, editedAt, isCut } = keepsText ? known : fresh
  const readAt = fresh.readAt ?? known?.readAt ?? null
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

/** The other party of a message. */
export const otherPartyOf = ({ senderId, sender, recipient }: Message, userId: number) =>
  senderId === userId ? recipient : sender

/** Puts a new message at the head of the lists that show such messages. Nothing that is selected moves. */
export function insert(write: Write, message: Message): void {
  const userId = write(sessionSlice).user?.id
  if (userId === undefined) return
  for (const key of listsOfNew(message, userId)) {
    const list = write(listsSlice)[key]
    if (list?.status !== 'ready' || list.ids.includes(message.id)) continue
    list.ids.unshift(message.id)
    if (list.pagination) list.pagination.total += 1
  }
  const other = otherPartyOf(message, userId)
  const known = write(messagesSlice).conversations[other.id]
  const isNew = known !== undefined && known.lastMessage.id !== message.id
  write(messagesSlice).conversations[other.id] = {
    otherUserId: other.id,
    otherUser: other,
    lastMessage: message,
    messageCount: (known?.messageCount ?? 0) + (isNew || !known ? 1 : 0),
    unreadCount: (known?.unreadCount ?? 0) + ((isNew || !known) && message.recipientId === userId ? 1 : 0),
  }
  const shown = write(listsSlice)[CONVERSATIONS]
  if (shown?.status === 'ready') shown.ids = [other.id, ...shown.ids.filter((id) => id !== other.id)]
  const correspondent = write(messagesSlice).correspondents[other.id]
  if (correspondent) correspondent.messageCount += 1
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
  const otherUserId = message.senderId === userId ? message.recipientId : message.senderId
  const correspondent = write(messagesSlice).correspondents[otherUserId]
  if (correspondent) correspondent.messageCount = Math.max(0, correspondent.messageCount - 1)
  const conversation = write(messagesSlice).conversations[otherUserId]
  if (!conversation) return
  conversation.messageCount = Math.max(0, conversation.messageCount - 1)
  if (!message.isRead && message.recipientId === userId)
    conversation.unreadCount = Math.max(0, conversation.unreadCount - 1)
  const [newest] = write(listsSlice)[conversationKey(otherUserId)]?.ids ?? []
  const last = newest === undefined ? undefined : write(messagesSlice).messages[newest]
  if (conversation.lastMessage.id === message.id && last) conversation.lastMessage = last
  const shown = write(listsSlice)[CONVERSATIONS]
  if (conversation.messageCount === 0 && shown) shown.ids = shown.ids.filter((id) => id !== otherUserId)
}

/** Notes when a message was read; null takes back what the server did not accept. */
export function noteRead(write: Write, messageId: number, readAt: string | null): void {
  const message = write(messagesSlice).messages[messageId]
  if (!message || message.isRead === (readAt !== null)) return
  message.isRead = readAt !== null
  message.readAt = readAt
  const conversation = write(messagesSlice).conversations[message.senderId]
  if (conversation && message.recipientId === write(sessionSlice).user?.id)
    conversation.unreadCount = Math.max(0, conversation.unreadCount + (readAt === null ? 1 : -1))
}
