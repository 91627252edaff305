import { type Forum } from './create-forum'

/** Declares a value that actions keep for each store outside its state, such as timers. */
export function perForum<T>(initial: () => T): (forum: Forum) => T {
  const kept = new WeakMap<Forum, T>()
  return (forum) => {
    const value = kept.get(forum) ?? initial()
    kept.set(forum, value)
    return value
  }
}
