const STORAGE_KEY = 'forum:other-site'

/** Remembers that this tab has left for another site, to sign in with an account there. */
export function rememberBegun(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, '1')
  } catch {
    // Without storage the page asks before it goes on.
  }
}

/** Returns whether this tab has left for another site, once. */
export function consumeBegun(): boolean {
  try {
    const isBegun = sessionStorage.getItem(STORAGE_KEY) !== null
    sessionStorage.removeItem(STORAGE_KEY)
    return isBegun
  } catch {
    return false
  }
}
