import { type LoadScreen } from '../state/area'

/** Loads what stands beside the results of a search. */
export const loadSearchAside: LoadScreen = async () => ({
  Component: (await import('./screens')).SearchAside,
})
