import { type LoadScreen } from '../state/area'

/** Loads the search screen's part of the sidebar. */
export const loadSearchAside: LoadScreen = async () => ({
  Component: (await import('./screens')).SearchAside,
})
