import { type AreaParts, screen } from '../state/area'
import { searchSlice } from './search.slice'

/** Search: the box on every page comes with the first load. */
export const searchArea = {
  slices: [searchSlice],
  routes: [screen('/search', async () => (await import('./screens')).SearchScreen)],
  memberRoutes: [],
} satisfies AreaParts
