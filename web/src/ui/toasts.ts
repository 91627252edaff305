import { createSignal } from '../lib/signal'

interface ToastOptions {
  description?: string
  action?: { label: string; onClick: () => void }
  /** Called when the message disappears, after its action if that was chosen. */
  onGone?: () => void
}

export interface Toast extends ToastOptions {
  id: number
  kind: 'success' | 'error' | 'info'
  text: string
}

/** Maximum number of messages: nobody reads more, so the oldest is removed. */
const SHOWN_MAX = 3

const shown = createSignal<readonly Toast[]>([])
let lastId = 0

function change(next: readonly Toast[]): void {
  const removed = shown.current().filter((toast) => !next.includes(toast))
  shown.set(next)
  for (const { onGone } of removed) onGone?.()
}

const show =
  (kind: Toast['kind']) =>
  (text: string, options: ToastOptions = {}): void => {
    lastId += 1
    change([{ id: lastId, kind, text, ...options }, ...shown.current()].slice(0, SHOWN_MAX))
  }

/** The messages that are shown over the page, newest first; `Toaster` renders them. */
export const toasts = {
  shown: shown.current,
  subscribe: shown.subscribe,
  remove: (id: number): void => {
    change(shown.current().filter((toast) => toast.id !== id))
  },
}

/** Shows a short message over the page. */
export const toast = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  /** Removes all messages, such as those of a session that has ended. */
  removeAll: () => {
    change([])
  },
}
