import { useSyncExternalStore } from 'react'
import { createSignal } from '../../lib/signal'

/** `system` follows the device; the other two are stored in this browser. */
export type Theme = 'system' | 'light' | 'dark'
export const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Theme[]

/** Also read before the first paint by `web/public/theme.js`. */
const THEME_KEY = 'theme'
/** The colour of a phone's browser and status bars, equal to the masthead's. */
const BAR = { light: '#ffffff', dark: '#1d1f23' }

const theme = createSignal<Theme>('system')

function remembered(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

function show(next: Theme): void {
  const { dataset } = document.documentElement
  if (next === 'system') delete dataset.theme
  else dataset.theme = next
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = bar.media.includes('dark') ? 'dark' : 'light'
    bar.content = BAR[next === 'system' ? scheme : next]
  }
  theme.set(next)
}

/** Applies the stored theme, and follows changes made in other windows. Call once. */
export function startTheme(): void {
  show(remembered())
  addEventListener('storage', ({ key }) => {
    if (key === THEME_KEY || key === null) show(remembered())
  })
}

export function chooseTheme(next: Theme): void {
  try {
    if (next === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, next)
  } catch {
    // The theme applies even if it cannot be stored.
  }
  show(next)
}

export const useTheme = (): Theme => useSyncExternalStore(theme.subscribe, theme.current)
