import { type AreaParts, screen, withSlices } from '../state/area'
import { startForMembers } from '../state/live'
import { messagesSlice } from './messages.slice'

const screens = () =>
  withSlices(
    import('./screens'),
    import('./talk-typists').then(({ talkTypingSlice }) => [talkTypingSlice]),
  )

/** Private messages. */
export const messagesArea = {
  slices: [messagesSlice],
  routes: [],
  memberRoutes: [
    ...(['/my/messages', '/my/messages/:messageId'] as const).map((path) =>
      screen(path, async () => (await screens()).MessagesScreen),
    ),
    ...(['/my/messages/compose', '/my/messages/new'] as const).map((path) =>
      screen(path, async () => (await screens()).ComposeScreen),
    ),
    ...(
      ['/my/messages/people', '/my/messages/with/:userId', '/my/messages/group/:conversationId'] as const
    ).map((path) => screen(path, async () => (await screens()).ConversationsScreen)),
    screen('/my/messages/:messageId/edit', async () => (await screens()).EditMessageScreen),
  ],
  start: () => {
    startForMembers(async () => (await import('./start-messages')).startMessages)
  },
} satisfies AreaParts
