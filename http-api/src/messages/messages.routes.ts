import { signedIn, type Handlers } from '../platform/http/mount'
import type { UnreadCounts } from '../notices'
import type { MessageQueries } from './messages.queries'
import type { MessageService } from './messages.service'

export const messageRoutes = ({
  service,
  queries,
  unreadCounts,
}: {
  service: MessageService
  queries: MessageQueries
  unreadCounts: UnreadCounts
}) =>
  ({
    listMessages: (call) => queries.folder(signedIn(call).actor, call.query),
    getMessage: async (call) => ({
      message: await queries.one(signedIn(call).actor, call.params.messageId),
    }),
    sendMessage: async (call) => ({
      message: await queries.present(await service.send(signedIn(call), call.body, call.idempotencyKey)),
    }),
    updateMessage: async (call) => ({
      message: await queries.present(await service.edit(signedIn(call), call.params.messageId, call.body)),
    }),
    deleteMessage: async (call) => {
      await service.remove(signedIn(call), call.params.messageId)
      return undefined
    },
    markMessageRead: async (call) => {
      const viewer = signedIn(call)
      const { message, unread } = await service.markRead(viewer, call.params.messageId)
      const count = unread ?? (await unreadCounts.storedFor(viewer)).messages
      return { message: await queries.present(message), count }
    },
    showTyping: async (call) => {
      await service.showTyping(signedIn(call), call.body.userId)
      return undefined
    },
    countUnreadMessages: async (call) => {
      const { messages, version } = await unreadCounts.storedFor(signedIn(call))
      return { count: messages, version }
    },
    listConversations: (call) => queries.conversations(signedIn(call).actor, call.query),
    getConversation: (call) => queries.withMember(signedIn(call).actor, call.query),
  }) satisfies Partial<Handlers>
