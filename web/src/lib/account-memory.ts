import { createListeners } from './signal'

/**
 * What this browser remembers for the convenience of an account. It is gone with the session, so that the next person to
 * use the device finds none of it. Drafts are kept longer, by `state/drafts`.
 */
const PREFIX = 'account:'

/** Returns the storage key of what is remembered under a name; `userId` is null for visitors. */
export const memoryKey = (userId: number | null, name: string): string =>
  `${PREFIX}${userId ?? 'visitor'}:${name}`

/** Removes what is remembered of an account. */
export function forgetAccount(userId: number): void {
  forgetStored(memoryKey(userId, ''))
}

const forgotten = createListeners<[prefix: string]>()

/** Registers a listener, which forgets its own copy of what is removed from storage. */
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
