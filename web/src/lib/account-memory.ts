import { createListeners } from './signal'

/**
 * Prefix of the storage keys of what this browser remembers for the convenience of an account. It is removed with the
 * session, so that the next person to use the device finds nothing. Drafts are kept longer, by `state/drafts`.
 */
const PREFIX = 'account:'

/** Returns the storage key of a named value; `userId` is null for visitors. */
export const memoryKey = (userId: number | null, name: string): string =>
  `${PREFIX}${userId ?? 'visitor'}:${name}`

/** Removes the values remembered for an account. */
export function forgetAccount(userId: number): void {
  forgetStored(memoryKey(userId, ''))
}

const forgotten = createListeners<[prefix: string]>()

/** Registers a listener that drops its own copy of values removed from storage. */
export function onForgotten(listener: (prefix: string) => void): void {
  forgotten.subscribe(listener)
}

/** Removes everything whose storage key begins with a prefix. */
export function forgetStored(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // Without storage nothing was stored.
  }
  forgotten.notify(prefix)
}
