import { useSyncExternalStore } from 'react'
import { toasterParts } from './parts'

type Sonner = Awaited<ReturnType<typeof toasterParts.load>>['toast']

let isWanted = false
const watchers = new Set<() => void>()
const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function want(): void {
  isWanted = true
  for (const watcher of watchers) watcher()
}

function show(write: (toast: Sonner) => void): void {
  want()
  void toasterParts.load().then(({ toast: sonner }) => {
    write(sonner)
  })
}

type Arguments = Parameters<Sonner['success']>

/** Shows a short message over the page; the arguments are those of sonner's `toast`. */
export const toast = {
  success: (...args: Arguments) => {
    show((sonner) => sonner.success(...args))
  },
  error: (...args: Arguments) => {
    show((sonner) => sonner.error(...args))
  },
  info: (...args: Arguments) => {
    show((sonner) => sonner.info(...args))
  },
}

/** The place where the messages appear. */
export function Toaster() {
  const parts = toasterParts.use()
  const isShown = useSyncExternalStore(subscribe, () => isWanted)
  return parts && isShown ? <parts.ToasterPart /> : null
}
