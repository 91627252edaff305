import { type Forum } from './create-forum'

/** Declares a value that actions keep for each store outside its state, such as timers. */
export function perForum<T>(initial: () => T): (forum: Forum) => T {
  const kept = new WeakMap<Forum, T>()
  return (forum) => {
    const known = kept.get(forum) ?? initial()
    kept.set(forum, known)
    return known
  }
}
