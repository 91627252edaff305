import type { Handlers } from '../platform/mount'
import type { BoardQueries } from './boards.queries'

export const boardRoutes = (boards: BoardQueries) =>
  ({
    listBoards: async ({ language }) => ({ boards: await boards.list(language) }),
    popularBoards: ({ query, language }) => boards.popular(query.limit, language),
    getBoard: ({ params, query, viewer, language }) => boards.board(params.boardId, query, viewer, language),
    listCategories: async ({ language }) => ({
      categories: boards.categories(await boards.structure(), language),
    }),
    getCategory: ({ params, query, viewer, language }) =>
      boards.category(params.name, query, viewer, language),
  }) satisfies Partial<Handlers>
