const STORAGE_KEY = 'forum:other-site'

/** Leaves for another site to sign in there, which leads back to `/login/with`. */
export function leaveForSite(id: string, query: { returnTo: string; fresh?: 'true' }): void {
  rememberBegun()
  location.assign(`/api/auth/oidc/${encodeURIComponent(id)}/start?${new URLSearchParams(query).toString()}`)
}

/** Remembers that this tab has left for another site, to sign in with an account there. */
export function rememberBegun(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, '1')
  } catch {
    // Without storage, the page asks before it continues.
  }
}

/** Returns whether this tab has left for another site and has not returned yet. */
export function hasBegun(): boolean {
  try {
    return sessionStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}

export function forgetBegun(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // Nothing was stored.
  }
}
