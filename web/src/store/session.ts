import { type CurrentUser } from '@forum/shared/contract'
import { type RevokedReason } from '@forum/shared/events'
import { defineSlice, type Write } from './slice'

export interface Session {
  /** `checking` until the start-up check of the stored token has finished. */
  status: 'checking' | 'anonymous' | 'member'
  user: CurrentUser | null
  /** Why the last session ended, unless the member signed out here. */
  endedBecause: RevokedReason | null
}

export interface SessionState extends Session {
  /** The member whose session the server ended: what they were writing here can still be copied. */
  endedUserId: number | null
  /** Counts the sessions of this page: everything shown is read again when it changes. */
  number: number
}

/** Whose page it is. Part of the store, because every other slice ends with the session. */
export const sessionSlice = defineSlice('session', (): SessionState => ({
  status: 'checking',
  user: null,
  endedBecause: null,
  endedUserId: null,
  number: 0,
}))

/** The server has returned the member's account. */
export function accountChanged(write: Write, user: CurrentUser): void {
  write(sessionSlice).user = user
}
