import { type Message, type UserSummary } from '@forum/shared/contract'
import { asApiError, type Result, resultOf } from '../lib/result'
import { type Forum } from '../store'
import { countUnreadMessages } from '../state/unread'
import { applyFullMessage, insert, messagesSlice, noteRead, remove } from './messages.slice'

/** Number of members in the list of recipients. */
const PEOPLE_LISTED = 100
/** Number of suggestions while a recipient is typed. */
const PEOPLE_FOUND = 10

/** Refreshes the unread count; if that fails, the next poll does it. */
function recount(forum: Forum): void {
  void countUnreadMessages(forum).catch(() => undefined)
}

/** Loads a message in full; an error is put in its state. */
export function readMessage(forum: Forum, messageId: number): Promise<void> {
  return forum.once(`message ${messageId}`, async () => {
    forum.update((write) => {
      write(messagesSlice).messageReads[messageId] = { error: null }
    })
    try {
      const { message } = await forum.call('getMessage', { params: { messageId } })
      forum.update((write) => {
        applyFullMessage(write, message)
        Reflect.deleteProperty(write(messagesSlice).messageReads, messageId)
      })
    } catch (error) {
      const apiError = asApiError(error)
      forum.update((write) => {
        write(messagesSlice).messageReads[messageId] = { error: apiError }
      })
    }
  })
}

/** Shows the others in a conversation that the member is writing; a failure does not matter. */
export function showTyping(forum: Forum, correspondent: number): void {
  const body = correspondent < 0 ? { conversationId: -correspondent } : { userId: correspondent }
  void forum.call('showTyping', { body }).catch(() => undefined)
}

/** Likes a received message, or takes the like back. */
export function likeMessage(forum: Forum, messageId: number, liked: boolean): Promise<Result<void>> {
  return resultOf(
    forum.call('likeMessage', { params: { messageId }, body: { liked } }).then(({ message }) => {
      forum.update((write) => {
        applyFullMessage(write, message)
      })
    }),
  )
}

/** Marks a received message as read, in the store at once, and refreshes the unread count. */
export function markMessageRead(forum: Forum, messageId: number): Promise<Result<void>> {
  return forum.once(`mark message ${messageId}`, async () => {
    const note = (readAt: string | null) => {
      forum.update((write) => {
        noteRead(write, messageId, readAt)
      })
    }
    note(forum.clock.now().toISOString())
    const result = await resultOf(forum.call('markMessageRead', { params: { messageId } }))
    if (!result.ok) {
      note(null)
      return result
    }
    forum.update((write) => {
      const message = write(messagesSlice).messages[messageId]
      if (message) message.readAt = result.value.message.readAt
    })
    recount(forum)
    return { ok: true, value: undefined }
  })
}

/** Removes a message from the reader's own mailbox, and refreshes the unread count. */
export function deleteMessage(forum: Forum, messageId: number): Promise<Result<void>> {
  return resultOf(
    forum.call('deleteMessage', { params: { messageId } }).then(() => {
      forum.update((write) => {
        remove(write, messageId)
      })
      recount(forum)
    }),
  )
}

export function updateMessage(
  forum: Forum,
  messageId: number,
  change: { subject: string; content: string },
): Promise<Result<void>> {
  return resultOf(
    forum.call('updateMessage', { params: { messageId }, body: change }).then(({ message }) => {
      forum.update((write) => {
        applyFullMessage(write, message)
      })
    }),
  )
}

export function findMessage(forum: Forum, messageId: number): Promise<Result<Message>> {
  return resultOf(forum.call('getMessage', { params: { messageId } }).then(({ message }) => message))
}

/** Merges a message that was just sent. */
export function applySentMessage(forum: Forum, message: Message): void {
  forum.update((write) => {
    if (write(messagesSlice).messages[message.id]) return
    applyFullMessage(write, message)
    insert(write, message)
  })
}

/** Finds members whose name matches, as recipients of a message. */
export function searchPeople(forum: Forum, q: string): Promise<Result<UserSummary[]>> {
  return resultOf(forum.call('searchUsers', { query: { q, limit: PEOPLE_FOUND } }).then(({ users }) => users))
}

/** Lists the newest members, to choose from. */
export function listPeople(forum: Forum): Promise<Result<UserSummary[]>> {
  return resultOf(forum.call('listUsers', { query: { limit: PEOPLE_LISTED } }).then(({ users }) => users))
}
