import { type Forum } from './create-forum'

/** Declares what actions remember of each store without showing it, such as timers. */
export function perForum<T>(initial: () => T): (forum: Forum) => T {
  const kept = new WeakMap<Forum, T>()
  return (forum) => {
    const known = kept.get(forum) ?? initial()
    kept.set(forum, known)
    return known
  }
}
