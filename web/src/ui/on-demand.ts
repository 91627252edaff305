import { useEffect, useSyncExternalStore } from 'react'
import { createSignal } from '../lib/signal'

export interface OnDemand<Module> {
  /** Starts loading; later calls share the first one's promise, unless that failed. */
  load: () => Promise<Module>
  /** Returns the module once it has loaded, undefined until then. */
  use: () => Module | undefined
}

/** Declares a module that is too large for the first load, and is loaded when it is first needed. */
export function onDemand<Module>(importModule: () => Promise<Module>): OnDemand<Module> {
  let loading: Promise<Module> | undefined
  const loaded = createSignal<Module | undefined>(undefined)
  const load = () => {
    loading ??= importModule().then(
      (module) => {
        loaded.set(module)
        return module
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return { load, use: () => useSyncExternalStore(loaded.subscribe, loaded.current) }
}

/** Loads a module once it is wanted, and returns it once it has loaded. If that fails, the page does without it. */
export function useOnDemand<Module>(of: OnDemand<Module>, isWanted = true): Module | undefined {
  useEffect(() => {
    if (isWanted) of.load().catch(() => undefined)
  }, [of, isWanted])
  return of.use()
}
