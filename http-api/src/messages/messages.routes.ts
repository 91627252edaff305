import { signedIn, type Handlers } from '../platform/mount'
import type { UnreadCounts } from '../unread-counts'

export const messageRoutes = (unreadCounts: UnreadCounts) =>
  ({
    countUnreadMessages: async (call) => {
      const { messages, version } = await unreadCounts.of(signedIn(call).actor.id)
      return { count: messages, version }
    },
  }) satisfies Partial<Handlers>
