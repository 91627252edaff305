/** A set of listeners. */
export interface Listeners<Args extends readonly unknown[] = []> {
  /** Adds a listener, and returns a function that removes it. */
  subscribe: (listener: (...args: Args) => void) => () => void
  notify: (...args: Args) => void
  count: () => number
}

export function createListeners<Args extends readonly unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify: (...args) => {
      for (const listener of listeners) listener(...args)
    },
    count: () => listeners.size,
  }
}

/** A value outside the store with listeners for its changes, for `useSyncExternalStore`. */
export interface Signal<Value> {
  current: () => Value
  /** Sets the value and calls the listeners if it differs. */
  set: (next: Value) => void
  subscribe: (listener: () => void) => () => void
}

export function createSignal<Value>(initial: Value): Signal<Value> {
  let value = initial
  const { subscribe, notify } = createListeners()
  return {
    current: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      notify()
    },
    subscribe,
  }
}
