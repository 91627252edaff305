import { type CurrentUser } from '@forum/shared/contract'
import { type RevokedReason } from '@forum/shared/events'
import { defineSlice, type Write } from './slice'

export interface Session {
  /** `checking` until the start-up check of the stored token has finished. */
  status: 'checking' | 'anonymous' | 'member'
  user: CurrentUser | null
  /** The reason why the last session ended, unless the member signed out here. */
  endedBecause: RevokedReason | null
}

export interface SessionState extends Session {
  /** The member whose session the server ended: text that they were writing here can still be copied. */
  endedUserId: number | null
  /** Counts the sessions of this page: all visible data is loaded again when it changes. */
  number: number
}

/** The current session. It is part of the store, because every other slice ends with it. */
export const sessionSlice = defineSlice('session', (): SessionState => ({
  status: 'checking',
  user: null,
  endedBecause: null,
  endedUserId: null,
  number: 0,
}))

/** Applies an account returned by the server. */
export function accountChanged(write: Write, user: CurrentUser): void {
  write(sessionSlice).user = user
}
