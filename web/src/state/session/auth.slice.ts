import { defineSlice } from '../../store'

export interface Auth {
  /** True if the member has registered here and has not signed in again since. */
  isNewMember: boolean
  /** True if the server could not confirm the token: the session is the last known one. */
  isSessionUnconfirmed: boolean
}

export const authSlice = defineSlice('auth', (): Auth => ({
  isSessionUnconfirmed: false,
  isNewMember: false,
}))
