import { type UserSummary } from '@forum/shared/contract'
import { defineSlice, sessionSlice } from '../../store'

/** Time for which a member counts as typing after an event; the server repeats the event every 3 s. */
export const TYPING_MS = 6_000

/** A member who is typing; `until` is in milliseconds of this machine's clock. */
export interface Typist {
  user: UserSummary
  until: number
}

export interface Presence {
  /** Number of people on the site; null until the first event. */
  online: { online: number; members: number } | null
  /** The readers of each thread, by its id. */
  presence: Record<number, { viewers: number; members: number; people: UserSummary[] }>
  /** The members typing a reply to each thread, by its id. */
  typing: Record<number, Typist[]>
}

export const presenceSlice = defineSlice(
  'presence',
  (): Presence => ({ online: null, presence: {}, typing: {} }),
  {
    on: {
      'presence:thread': (state, { threadId, viewers, members, people }) => {
        state.presence[threadId] = { viewers, members, people: people ?? [] }
      },
      'presence:site': (state, { online, members }) => {
        state.online = { online, members }
      },
      typing: (state, { threadId, user }, { read, now }) => {
        const reader = read(sessionSlice).user
        if (user.id === reader?.id || reader?.blocked.some(({ id }) => id === user.id)) return
        const others = (state.typing[threadId] ?? []).filter((typist) => typist.user.id !== user.id)
        state.typing[threadId] = [...others, { user, until: now + TYPING_MS }]
      },
      'post:created': (state, { threadId, post }) => {
        const typing = state.typing[threadId]
        if (typing) state.typing[threadId] = typing.filter(({ user }) => user.id !== post.author.id)
      },
    },
  },
)
