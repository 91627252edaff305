import { useSyncExternalStore } from 'react'

/** The sidebar is shown from this width on; the CSS files use the same width. */
const WIDE = '(min-width: 1024px)'
/** From this width on, a narrow column fits beside the posts of a thread. */
const ROOMY = '(min-width: 1180px)'
/** Below this width, the search opens over the page. */
const NARROW = '(max-width: 759.98px)'

/** Returns whether the window is wide enough for the sidebar. */
export const useIsWide = (): boolean => useMedia(WIDE)

/** Returns whether the window has room for a narrow column beside the content. */
export const useIsRoomy = (): boolean => useMedia(ROOMY)

/** Returns whether the window has no room for the search field beside the name of the forum. */
export const useIsNarrow = (): boolean => useMedia(NARROW)

function useMedia(query: keyof typeof SUBSCRIBE): boolean {
  return useSyncExternalStore(SUBSCRIBE[query], () => matchMedia(query).matches)
}

const subscribeTo = (media: string) => (changed: () => void) => {
  const query = matchMedia(media)
  query.addEventListener('change', changed)
  return () => {
    query.removeEventListener('change', changed)
  }
}
const SUBSCRIBE = { [WIDE]: subscribeTo(WIDE), [ROOMY]: subscribeTo(ROOMY), [NARROW]: subscribeTo(NARROW) }
