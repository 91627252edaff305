import { type Conversation, type Message, type UserSummary } from '@forum/shared/contract'
import { type ApiError } from '../../lib/api'
import { asApiError, type Result, resultOf } from '../../lib/result'
import { type EventHandlers, type ForumState, type Slice, type SliceTools } from '../../store/slice'

/** A message as the store keeps it. */
export interface MessageEntity extends Message {
  /** Lists contain only its first characters. */
  isCut: boolean
}

export interface MessagesState {
  messages: Record<number, MessageEntity>
  /** Messages whose text is loading or failed to load. */
  messageReads: Record<number, { error: ApiError | null }>
  conversations: Record<number, Conversation>
  /** The other party of each loaded conversation, and how many messages it has. */
  correspondents: Record<number, { user: UserSummary; messageCount: number }>
  /** The latest messages received while this page was open, the newest last. */
  arrivedMessageIds: number[]
}

export interface MessagesActions {
  /** Loads a message in full; an error is put in its state. */
  readMessage: (messageId: number) => Promise<void>
  /** Marks a received message as read, here at once, and refreshes the unread count. */
  markMessageRead: (messageId: number) => Promise<Result<void>>
  /** Removes a message from the reader's own mailbox, and refreshes the unread count. */
  deleteMessage: (messageId: number) => Promise<Result<void>>
  updateMessage: (messageId: number, change: { subject: string; content: string }) => Promise<Result<void>>
  findMessage: (messageId: number) => Promise<Result<Message>>
  /** Merges a message that was just sent. */
  applySentMessage: (message: Message) => void
  /** Finds members whose name matches, as recipients of a message. */
  searchPeople: (q: string) => Promise<Result<UserSummary[]>>
  /** Lists the newest members, to choose from. */
  listPeople: () => Promise<Result<UserSummary[]>>
}

declare module '../../store/slice' {
  interface ForumState extends MessagesState {}
  interface ForumActions extends MessagesActions {}
}

/** Number of members in the list of recipients. */
const PEOPLE_LISTED = 100
/** Maximum number of arrivals that are kept, for toasts and for lists that do not show them. */
const ARRIVED_MAX = 100
/** Number of suggestions while a recipient is typed. */
const PEOPLE_FOUND = 10

/** Merges a message, but keeps a known read state, a later edit and the full text. */
export function mergeMessage(state: ForumState, fresh: MessageEntity): void {
  const known = state.messages[fresh.id]
  const [knownEdit, freshEdit] = [known?.editedAt ?? '', fresh.editedAt ?? '']
  const keepsText = known && (freshEdit < knownEdit || (freshEdit === knownEdit && fresh.isCut))
  const { subject, content, editedAt, isCut } = keepsText ? known : fresh
  const readAt = fresh.readAt ?? known?.readAt ?? null
  state.messages[fresh.id] = { ...fresh, subject, content, editedAt, isCut, readAt, isRead: readAt !== null }
}

export function applyFullMessage(state: ForumState, message: Message): void {
  mergeMessage(state, { ...message, isCut: false })
}

/** The other party of a message. */
export const otherPartyOf = ({ senderId, sender, recipient }: Message, userId: number) =>
  senderId === userId ? recipient : sender

/** Whether a list shows incoming messages: the first page of a folder without a search, or a conversation. */
const takesNew = (key: string, message: Message, userId: number): boolean => {
  const isReceived = message.recipientId === userId
  const other = isReceived ? message.senderId : message.recipientId
  const folders = isReceived
    ? ['messages:inbox:1:', ...(message.isRead ? [] : ['messages:unread:1:'])]
    : ['messages:sent:1:']
  return folders.includes(key) || key === `conversation:${other}`
}

/** Puts a new message at the head of the lists that show such messages. Nothing that is selected moves. */
function insert(state: ForumState, message: Message): void {
  const userId = state.session.user?.id
  if (userId === undefined) return
  for (const [key, list] of Object.entries(state.lists)) {
    if (list.status !== 'ready' || list.ids.includes(message.id) || !takesNew(key, message, userId)) continue
    list.ids.unshift(message.id)
    if (list.pagination) list.pagination.total += 1
  }
  const other = otherPartyOf(message, userId)
  const known = state.conversations[other.id]
  const isNew = known !== undefined && known.lastMessage.id !== message.id
  state.conversations[other.id] = {
    otherUserId: other.id,
    otherUser: other,
    lastMessage: message,
    messageCount: (known?.messageCount ?? 0) + (isNew || !known ? 1 : 0),
    unreadCount: (known?.unreadCount ?? 0) + ((isNew || !known) && message.recipientId === userId ? 1 : 0),
  }
  const shown = state.lists.conversations
  if (shown?.status === 'ready') shown.ids = [other.id, ...shown.ids.filter((id) => id !== other.id)]
  const correspondent = state.correspondents[other.id]
  if (correspondent) correspondent.messageCount += 1
}

const isListOfMessages = (key: string) => /^(messages|conversation):/.test(key)

function remove(state: ForumState, messageId: number): void {
  for (const [key, list] of Object.entries(state.lists)) {
    if (!isListOfMessages(key) || !list.ids.includes(messageId)) continue
    list.ids = list.ids.filter((id) => id !== messageId)
    if (list.pagination) list.pagination.total = Math.max(0, list.pagination.total - 1)
  }
  const message = state.messages[messageId]
  Reflect.deleteProperty(state.messages, messageId)
  Reflect.deleteProperty(state.messageReads, messageId)
  if (message) removeFromConversation(state, message)
}

function removeFromConversation(state: ForumState, message: MessageEntity): void {
  const userId = state.session.user?.id ?? 0
  const otherUserId = message.senderId === userId ? message.recipientId : message.senderId
  const correspondent = state.correspondents[otherUserId]
  if (correspondent) correspondent.messageCount = Math.max(0, correspondent.messageCount - 1)
  const conversation = state.conversations[otherUserId]
  if (!conversation) return
  conversation.messageCount = Math.max(0, conversation.messageCount - 1)
  if (!message.isRead && message.recipientId === userId)
    conversation.unreadCount = Math.max(0, conversation.unreadCount - 1)
  const [newest] = state.lists[`conversation:${otherUserId}`]?.ids ?? []
  const last = newest === undefined ? undefined : state.messages[newest]
  if (conversation.lastMessage.id === message.id && last) conversation.lastMessage = last
  const shown = state.lists.conversations
  if (conversation.messageCount === 0 && shown) shown.ids = shown.ids.filter((id) => id !== otherUserId)
}

/** Notes when a message was read; null takes back what the server did not accept. */
function noteRead(state: ForumState, messageId: number, readAt: string | null): void {
  const message = state.messages[messageId]
  if (!message || message.isRead === (readAt !== null)) return
  message.isRead = readAt !== null
  message.readAt = readAt
  const conversation = state.conversations[message.senderId]
  if (conversation && message.recipientId === state.session.user?.id)
    conversation.unreadCount = Math.max(0, conversation.unreadCount + (readAt === null ? 1 : -1))
}

export const messagesSlice = {
  scope: 'session',
  initialState: (): MessagesState => ({
    messages: {},
    messageReads: {},
    conversations: {},
    correspondents: {},
    arrivedMessageIds: [],
  }),
  handlers: {
    'message:created': (state, { message }) => {
      const isKnown = state.messages[message.id] !== undefined
      applyFullMessage(state, message)
      if (isKnown) return
      insert(state, message)
      if (message.recipientId === state.session.user?.id)
        state.arrivedMessageIds = [...state.arrivedMessageIds, message.id].slice(-ARRIVED_MAX)
    },
    'message:updated': (state, { message }) => {
      if (state.messages[message.id]) applyFullMessage(state, message)
    },
    'message:read': (state, { messageId, readAt }) => {
      noteRead(state, messageId, readAt)
    },
    'message:deleted': (state, { messageId }) => {
      remove(state, messageId)
    },
  } satisfies EventHandlers,
  actions: ({ get, update, call, clock, once }: SliceTools): MessagesActions => {
    /** Refreshes the unread count; after a failure, the next poll does. */
    const recount = () => {
      void get()
        .countUnreadMessages()
        .catch(() => undefined)
    }
    return {
      readMessage: (messageId) =>
        once(`message ${messageId}`, async () => {
          update((state) => {
            state.messageReads[messageId] = { error: null }
          })
          try {
            const { message } = await call('getMessage', { params: { messageId } })
            update((state) => {
              applyFullMessage(state, message)
              Reflect.deleteProperty(state.messageReads, messageId)
            })
          } catch (error) {
            const apiError = asApiError(error)
            update((state) => {
              state.messageReads[messageId] = { error: apiError }
            })
          }
        }),

      markMessageRead: (messageId) =>
        once(`mark message ${messageId}`, async () => {
          const note = (readAt: string | null) => {
            update((state) => {
              noteRead(state, messageId, readAt)
            })
          }
          note(clock.now().toISOString())
          const result = await resultOf(call('markMessageRead', { params: { messageId } }))
          if (!result.ok) {
            note(null)
            return result
          }
          update(({ messages }) => {
            const known = messages[messageId]
            if (known) known.readAt = result.value.message.readAt
          })
          recount()
          return { ok: true, value: undefined }
        }),

      deleteMessage: (messageId) =>
        resultOf(
          call('deleteMessage', { params: { messageId } }).then(() => {
            update((state) => {
              remove(state, messageId)
            })
            recount()
          }),
        ),

      updateMessage: (messageId, change) =>
        resultOf(
          call('updateMessage', { params: { messageId }, body: change }).then(({ message }) => {
            update((state) => {
              applyFullMessage(state, message)
            })
          }),
        ),

      findMessage: (messageId) =>
        resultOf(call('getMessage', { params: { messageId } }).then(({ message }) => message)),

      applySentMessage: (message) => {
        update((state) => {
          if (state.messages[message.id]) return
          applyFullMessage(state, message)
          insert(state, message)
        })
      },

      searchPeople: (q) =>
        resultOf(call('searchUsers', { query: { q, limit: PEOPLE_FOUND } }).then(({ users }) => users)),

      listPeople: () =>
        resultOf(call('listUsers', { query: { limit: PEOPLE_LISTED } }).then(({ users }) => users)),
    }
  },
} satisfies Slice
