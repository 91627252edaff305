import { defineSlice, sessionSlice } from '../store'
import { TYPING_MS, type Typist } from '../state/presence'

/** The members who are writing to this one, by id. */
export const talkTypingSlice = defineSlice('talkTyping', (): Record<number, Typist> => ({}), {
  on: {
    'message:typing': (state, { user }, { read, now }) => {
      if (read(sessionSlice).user?.blocked.some(({ id }) => id === user.id)) return
      state[user.id] = { user, until: now + TYPING_MS }
    },
    'message:created': (state, { message }) => {
      Reflect.deleteProperty(state, message.senderId)
    },
  },
})
