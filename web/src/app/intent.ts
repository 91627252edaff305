import { matchRoutes } from 'react-router-dom'
import { type ScreenRoute } from '../state/area'
import { routes } from './routes'
import { loadScreen } from './lazy-screen'

/**
 * Time that the reader has to stay on a link before its data is loaded: a pointer that passes over it costs
 * nothing.
 */
const REST_MS = 100

let link: HTMLAnchorElement | null = null
let rest: ReturnType<typeof setTimeout> | undefined

/** Loads the code of a screen when the pointer, a finger or the focus is on its link, and its data if it stays there. */
export function loadScreensOnIntent(): void {
  for (const sign of ['pointerover', 'focusin', 'touchstart'] as const)
    addEventListener(sign, onSign, { passive: true })
  // A moving finger scrolls the page.
  addEventListener('touchmove', leave, { passive: true })
}

function leave(): void {
  clearTimeout(rest)
  link = null
}

function onSign(event: Event): void {
  const target = event.target instanceof Element ? event.target.closest('a') : null
  if (target && target === link) return
  leave()
  if (target?.origin !== location.origin) return
  link = target
  for (const { route, params } of matchRoutes(routes as { path?: string }[], target.pathname) ?? []) {
    const { lazy } = route as ScreenRoute
    if (!lazy) continue
    const load = () =>
      loadScreen(lazy).then(
        ({ prefetch }) => prefetch,
        // A failure is reported once the link is followed.
        () => undefined,
      )
    // In a task of its own: the first of a screen takes long, and the paint of the focus waits for its event.
    setTimeout(() => void load(), 0)
    rest = setTimeout(() => {
      void load().then((prefetch) => prefetch?.(params, new URL(target.href).searchParams))
    }, REST_MS)
  }
}
