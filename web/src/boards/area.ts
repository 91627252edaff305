import { type AreaParts, screen } from '../state/area'
import { boardsSlice } from './boards.slice'

const screens = () => import('./screens')

/** Boards and lists of threads; the home page comes with the first load. */
export const boardsArea = {
  slices: [boardsSlice],
  routes: [
    {
      path: '/boards',
      lazy: async () => {
        const { BoardsScreen: Component, prefetchBoards: prefetch } = await screens()
        return { Component, prefetch }
      },
    },
    {
      path: '/boards/:boardId',
      lazy: async () => {
        const { BoardScreen: Component, prefetchBoard: prefetch } = await screens()
        return { Component, prefetch }
      },
    },
    {
      path: '/category/:name',
      lazy: async () => {
        const { CategoryScreen: Component, prefetchCategory: prefetch } = await screens()
        return { Component, prefetch }
      },
    },
    screen('/latest', async () => (await screens()).LatestScreen),
    screen('/hot', async () => (await import('./hot/HotScreen')).HotScreen),
  ],
  memberRoutes: [],
} satisfies AreaParts
