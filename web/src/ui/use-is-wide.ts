import { useSyncExternalStore } from 'react'

/** The sidebar is shown from this width on; the CSS files use the same one. */
const WIDE = '(min-width: 1024px)'
/** From this width on, a narrow column fits beside the posts of a thread. */
const ROOMY = '(min-width: 1180px)'

/** Whether the window is wide enough for the sidebar. */
export const useIsWide = (): boolean => useMedia(WIDE)

/** Whether the window has room for a narrow column beside the content. */
export const useIsRoomy = (): boolean => useMedia(ROOMY)

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    query === WIDE ? subscribeWide : subscribeRoomy,
    () => matchMedia(query).matches,
  )
}

const subscribeTo = (media: string) => (changed: () => void) => {
  const query = matchMedia(media)
  query.addEventListener('change', changed)
  return () => {
    query.removeEventListener('change', changed)
  }
}
const subscribeWide = subscribeTo(WIDE)
const subscribeRoomy = subscribeTo(ROOMY)
