import { type CurrentUser } from '@forum/shared/contract'
import { LAST_MEMBER_KEY } from '../../lib/session'

/** What an account lacks that an earlier version of the page has stored. */
const NEWER_FIELDS: Pick<CurrentUser, 'blocked' | 'density' | 'textSize' | 'secondFactor'> = {
  blocked: [],
  density: 'normal',
  textSize: 'normal',
  secondFactor: 'off',
}

/** Remembers the member of a token, for page loads while the server cannot be reached. */
export function storeLastMember(token: string, user: CurrentUser): void {
  try {
    localStorage.setItem(LAST_MEMBER_KEY, JSON.stringify({ token, user }))
  } catch {
    // Without storage such a page load has to wait for the server.
  }
}

/** Returns the remembered member of the token; null for the token of another session. */
export function readLastMember(token: string): CurrentUser | null {
  try {
    const stored = JSON.parse(localStorage.getItem(LAST_MEMBER_KEY) ?? 'null') as {
      token: string
      user: CurrentUser
    } | null
    return stored?.token === token ? { ...NEWER_FIELDS, ...stored.user } : null
  } catch {
    return null
  }
}

/** The account that was created in this browser and has not signed in again since: it is not welcomed back. */
const NEW_MEMBER = 'forum:new-member'

export function storeNewMember(userId: number | null): void {
  try {
    if (userId === null) localStorage.removeItem(NEW_MEMBER)
    else localStorage.setItem(NEW_MEMBER, String(userId))
  } catch {
    // Without storage a reload forgets it.
  }
}

export function isNewMember(userId: number): boolean {
  try {
    return localStorage.getItem(NEW_MEMBER) === String(userId)
  } catch {
    return false
  }
}
