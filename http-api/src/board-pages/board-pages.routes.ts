import type { Handlers } from '../platform/mount'
import type { BoardPageQueries } from './board-pages.queries'

export const boardPageRoutes = (pages: BoardPageQueries) =>
  ({
    listBoards: async ({ language }) => ({ boards: await pages.list(language) }),
    popularBoards: ({ query, language }) => pages.popular(query.limit, language),
    getBoard: ({ params, query, viewer, language }) => pages.board(params.boardId, query, viewer, language),
    listCategories: async ({ language }) => ({ categories: await pages.categories(language) }),
    getCategory: ({ params, query, viewer, language }) =>
      pages.category(params.name, query, viewer, language),
  }) satisfies Partial<Handlers>
