import { type LogEntry } from '@forum/shared/contract'
import { defineSlice } from '../../store'

export interface Log {
  entries: Record<number, LogEntry>
  /** Number of acts that events brought since the list was loaded. */
  arrived: number
}

/** The loaded part of the log. Added to the store with its screen. */
export const logSlice = defineSlice('moderationLog', (): Log => ({ entries: {}, arrived: 0 }), {
  on: {
    'moderation:acted': (state) => {
      state.arrived += 1
    },
  },
})
