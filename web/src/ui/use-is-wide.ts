import { useSyncExternalStore } from 'react'

/** The sidebar is shown from this width on; the CSS files use the same one. */
const WIDE = '(min-width: 1024px)'

/** Whether the window is wide enough for the sidebar. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', changed)
  return () => {
    query.removeEventListener('change', changed)
  }
}
