import { useSyncExternalStore } from 'react'

export interface OnDemand<Module> {
  /** Starts loading; later calls share the first one's promise, unless that failed. */
  load: () => Promise<Module>
  /** The module once it has loaded. */
  use: () => Module | undefined
}

/** A module that is too large for the first load, and is loaded when it is first needed. */
export function onDemand<Module>(importModule: () => Promise<Module>): OnDemand<Module> {
  let loading: Promise<Module> | undefined
  let loaded: Module | undefined
  const watchers = new Set<() => void>()
  const subscribe = (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }
  const load = () => {
    loading ??= importModule().then(
      (module) => {
        loaded = module
        for (const watcher of watchers) watcher()
        return module
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return { load, use: () => useSyncExternalStore(subscribe, () => loaded) }
}
