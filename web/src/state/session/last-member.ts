import { type CurrentUser } from '@forum/shared/contract'
import { LAST_MEMBER_KEY } from '../../lib/session'

/** Defaults for the fields that an account stored by an earlier version of the page lacks. */
const NEWER_FIELDS: Pick<
  CurrentUser,
  | 'blocked'
  | 'canVerifyEmail'
  | 'density'
  | 'emailBounces'
  | 'emailVerified'
  | 'hasPassword'
  | 'identities'
  | 'passkeys'
  | 'pendingEmail'
  | 'renamableAt'
  | 'script'
  | 'secondFactor'
  | 'textSize'
> = {
  blocked: [],
  density: 'normal',
  textSize: 'normal',
  script: null,
  secondFactor: 'off',
  // No notice is shown before the account is loaded.
  emailVerified: true,
  emailBounces: false,
  canVerifyEmail: false,
  pendingEmail: null,
  renamableAt: '1970-01-01T00:00:00.000Z',
  hasPassword: true,
  passkeys: [],
  identities: [],
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
