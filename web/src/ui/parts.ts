import { onDemand } from './on-demand'

/** Parts that appear only once a reader acts: menus, dialogs and toasts, whose libraries are as large as React. */
export const dialogParts = onDemand(() => import('./dialog-parts'))
export const menuParts = onDemand(() => import('./menu-parts'))
export const toasterParts = onDemand(() => import('./toaster-parts'))

export const loadParts = () => Promise.all([dialogParts.load(), menuParts.load(), toasterParts.load()])

/** Events that show that a person is using the page. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'touchstart'] as const

/** Loads the parts when the reader first moves, so that they are there by the first press. */
export function loadPartsOnFirstMove(): void {
  const moved = new AbortController()
  const load = () => {
    moved.abort()
    // Without a network they are loaded when they are needed.
    loadParts().catch(() => undefined)
  }
  for (const sign of SIGNS) addEventListener(sign, load, { signal: moved.signal, passive: true })
}
