import { use } from 'react'
import { type LoadScreen } from '../state/area'
import { busyWhile, onDemand } from '../ui'

type Loading = ReturnType<LoadScreen>

/** Loads the parts that areas offer on screens of others; no screen of the first load needs them. */
export const offersPart = onDemand(() => import('./offers'))

const loadings = new Map<LoadScreen, Loading>()
const loaded = new WeakSet<Loading>()

/** Loads a screen's code; later calls share the first promise, unless it was rejected. */
export function loadScreen(load: LoadScreen): Loading {
  const pending = loadings.get(load)
  if (pending) return pending
  const loading = Promise.all([load(), offersPart.load()]).then(([screen]) => screen)
  loadings.set(load, loading)
  loading.then(
    (value) => {
      loaded.add(loading)
      // React reads these: a screen that has loaded shows without a pause.
      void Object.assign(loading, { status: 'fulfilled', value })
    },
    () => loadings.delete(load),
  )
  return loading
}

/** A screen whose code is loaded when it is opened. Until then the screen before it stays. */
export function LazyScreen({ load }: { load: LoadScreen }) {
  const loading = loadScreen(load)
  if (!loaded.has(loading)) busyWhile(loading)
  const { Component } = use(loading)
  return <Component />
}
