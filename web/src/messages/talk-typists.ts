import { defineSlice, sessionSlice } from '../store'
import { correspondentOf } from './list-keys'
import { TYPING_MS, type Typist } from '../state/presence'

/** Who last wrote in each conversation, by correspondent. */
export const talkTypingSlice = defineSlice('talkTyping', (): Record<number, Typist> => ({}), {
  on: {
    'message:typing': (state, { user, conversationId }, { read, now }) => {
      if (read(sessionSlice).user?.blocked.some(({ id }) => id === user.id)) return
      state[conversationId === null ? user.id : -conversationId] = { user, until: now + TYPING_MS }
    },
    'message:created': (state, { message }, { read }) => {
      const key = correspondentOf(message, read(sessionSlice).user?.id ?? 0)
      if (state[key]?.user.id === message.senderId) Reflect.deleteProperty(state, key)
    },
  },
})
