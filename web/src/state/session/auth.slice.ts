import { defineSlice } from '../../store'

export interface Auth {
  /** The member has registered and not signed in again since. */
  isNewMember: boolean
  /** The server could not confirm the token: the session is the last known one. */
  isSessionUnconfirmed: boolean
}

export const authSlice = defineSlice('auth', (): Auth => ({
  isSessionUnconfirmed: false,
  isNewMember: false,
}))
