import { matchRoutes } from 'react-router-dom'
import { routes, type ScreenRoute } from './routes'
import { loadScreen } from './lazy-screen'

/** Preloads the code of a screen when the pointer or the focus rests on its link. */
export function loadScreensOnIntent(): void {
  for (const sign of ['pointerover', 'focusin', 'touchstart'] as const)
    addEventListener(sign, onSign, { passive: true })
}

function onSign(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.origin !== location.origin) return
  for (const { route } of matchRoutes(routes as { path?: string }[], link.pathname) ?? []) {
    const { lazy } = route as ScreenRoute
    // A failure is reported once the link is followed.
    if (lazy) loadScreen(lazy).catch(() => undefined)
  }
}
