import { onDemand } from './on-demand'

/** Parts that appear only after an interaction: messages, menus and dialogs, whose libraries are as large as React. */
export const dialogParts = onDemand(() => import('./dialog-parts'))
export const menuParts = onDemand(() => import('./menu-parts'))

export const toastParts = onDemand(() => import('./toast-item'))

export const loadParts = () => Promise.all([dialogParts.load(), menuParts.load(), toastParts.load()])

/** Events that show that a person is using the page. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'touchstart'] as const

/** Loads the parts at the reader's first movement, so that they are ready at the first press. */
export function loadPartsOnFirstMove(): void {
  const moved = new AbortController()
  const load = () => {
    moved.abort()
    // Without a network they are loaded when they are needed.
    loadParts().catch(() => undefined)
  }
  for (const sign of SIGNS) addEventListener(sign, load, { signal: moved.signal, passive: true })
}
