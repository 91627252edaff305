import { type CurrentUser } from '@forum/shared/contract'
import { LAST_MEMBER_KEY } from '../../lib/session'

/** Remembers whose a token is, for the next page load at which the server cannot say. */
export function storeLastMember(token: string, user: CurrentUser): void {
  try {
    localStorage.setItem(LAST_MEMBER_KEY, JSON.stringify({ token, user }))
  } catch {
    // Without storage such a page load has to wait for the server.
  }
}

/** Returns the member whose the token was last; null for a token of another session. */
export function readLastMember(token: string): CurrentUser | null {
  try {
    const stored = JSON.parse(localStorage.getItem(LAST_MEMBER_KEY) ?? 'null') as {
      token: string
      user: CurrentUser
    } | null
    return stored?.token === token ? stored.user : null
  } catch {
    return null
  }
}
