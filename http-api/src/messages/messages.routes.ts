import { signedIn, type Handlers } from '../platform/http/mount'
import type { UnreadCounts } from '../notices'
import type { GroupConversations } from './group-conversations.service'
import type { MessageTyping } from './message-typing.service'
import type { MessageQueries } from './messages.queries'
import type { MessageService } from './messages.service'

export const messageRoutes = ({
  service,
  queries,
  groups,
  typing,
  unreadCounts,
}: {
  service: MessageService
  queries: MessageQueries
  groups: GroupConversations
  typing: MessageTyping
  unreadCounts: UnreadCounts
}) =>
  ({
    listMessages: (call) => queries.folder(signedIn(call).actor, call.query),
    getMessage: async (call) => ({
      message: await queries.one(signedIn(call).actor, call.params.messageId),
    }),
    sendMessage: async (call) => {
      const viewer = signedIn(call)
      const message = await service.send(viewer, call.body, call.idempotencyKey)
      return { message: await queries.present(message, viewer.actor.id) }
    },
    updateMessage: async (call) => {
      const viewer = signedIn(call)
      const message = await service.edit(viewer, call.params.messageId, call.body)
      return { message: await queries.present(message, viewer.actor.id) }
    },
    likeMessage: async (call) => {
      const viewer = signedIn(call)
      const message = await service.like(viewer, call.params.messageId, call.body.liked)
      return { message: await queries.present(message, viewer.actor.id) }
    },
    deleteMessage: async (call) => {
      await service.remove(signedIn(call), call.params.messageId)
      return undefined
    },
    markMessageRead: async (call) => {
      const viewer = signedIn(call)
      const { message, unread } = await service.markRead(viewer, call.params.messageId)
      const count = unread ?? (await unreadCounts.storedFor(viewer)).messages
      return { message: await queries.present(message, viewer.actor.id), count }
    },
    showTyping: async (call) => {
      await typing.show(signedIn(call), call.body)
      return undefined
    },
    countUnreadMessages: async (call) => {
      const { messages, version } = await unreadCounts.storedFor(signedIn(call))
      return { count: messages, version }
    },
    listConversations: (call) => queries.conversations(signedIn(call).actor, call.query),
    getConversation: (call) => queries.withMember(signedIn(call).actor, call.query),
    startConversation: async (call) => {
      const viewer = signedIn(call)
      const message = await service.send(viewer, call.body, call.idempotencyKey)
      const [conversation, presented] = await Promise.all([
        groups.present(message._id, viewer.actor.id),
        queries.present(message, viewer.actor.id),
      ])
      return { conversation, message: presented }
    },
    getGroupConversation: (call) => queries.inGroup(signedIn(call).actor, { ...call.params, ...call.query }),
    addToConversation: async (call) => {
      const { actor } = signedIn(call)
      const { conversationId } = call.params
      await groups.add(actor, conversationId, call.body.userId)
      return { conversation: await groups.present(conversationId, actor.id) }
    },
    leaveConversation: async (call) => {
      await groups.leave(signedIn(call).actor, call.params.conversationId)
      return undefined
    },
    muteConversation: async (call) => {
      const { actor } = signedIn(call)
      const { conversationId } = call.params
      await groups.mute(actor, conversationId, call.body.muted)
      return { conversation: await groups.present(conversationId, actor.id) }
    },
  }) satisfies Partial<Handlers>
