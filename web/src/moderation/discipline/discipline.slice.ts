import { type LogEntry, type UserSummary } from '@forum/shared/contract'
import { defineSlice } from '../../store'

/** A note of a moderator about a member. */
export interface StaffNote {
  id: number
  by: UserSummary
  at: string
  text: string
}

export interface Discipline {
  /** Entries of the log about members whose drawer was opened. */
  entries: Record<number, LogEntry>
  /** Notes about members, the newest first. */
  notes: Record<number, StaffNote[]>
  /** Number of acts on a member since the page was opened. */
  acts: Record<number, number>
}

/** The moderators' record of members. Added to the store with the drawer that shows it. */
export const disciplineSlice = defineSlice(
  'discipline',
  (): Discipline => ({ entries: {}, notes: {}, acts: {} }),
  {
    on: {
      'moderation:acted': (state, { userId }) => {
        if (userId !== undefined) state.acts[userId] = (state.acts[userId] ?? 0) + 1
      },
    },
  },
)
