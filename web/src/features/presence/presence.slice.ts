import { type UserSummary } from '@forum/shared/contract'
import { type EventHandlers, type Slice } from '../../store/slice'

/** How long a member counts as typing after an event; the server repeats the event every 3 s. */
const TYPING_MS = 6_000

export interface PresenceState {
  /** How many people are on the site; null until the first event. */
  online: { online: number; members: number } | null
  /** Who reads a thread, by its id. */
  presence: Record<number, { viewers: number; members: number; people: UserSummary[] }>
  /** Who types a reply to a thread, by its id; `until` is in milliseconds of this machine's clock. */
  typing: Record<number, { user: UserSummary; until: number }[]>
}

declare module '../../store/slice' {
  interface ForumState extends PresenceState {}
}

export const presenceSlice = {
  scope: 'session',
  initialState: (): PresenceState => ({ online: null, presence: {}, typing: {} }),
  handlers: {
    'presence:thread': (state, { threadId, viewers, members, people }) => {
      state.presence[threadId] = { viewers, members, people: people ?? [] }
    },
    'presence:site': (state, { online, members }) => {
      state.online = { online, members }
    },
    typing: (state, { threadId, user }, { now }) => {
      if (user.id === state.session.user?.id) return
      const others = (state.typing[threadId] ?? []).filter((typist) => typist.user.id !== user.id)
      state.typing[threadId] = [...others, { user, until: now + TYPING_MS }]
    },
    'post:created': (state, { threadId, post }) => {
      const typing = state.typing[threadId]
      if (typing) state.typing[threadId] = typing.filter(({ user }) => user.id !== post.author.id)
    },
  } satisfies EventHandlers,
} satisfies Slice
