import { createSignal } from '../../lib/signal'

/** The storage keys of the drafts whose stored text the account has as well. */
export const onAccount = createSignal<ReadonlySet<string>>(new Set())

export function setOnAccount(key: string, isThere: boolean): void {
  const keys = new Set(onAccount.current())
  if (keys.has(key) === isThere) return
  if (isThere) keys.add(key)
  else keys.delete(key)
  onAccount.set(keys)
}
