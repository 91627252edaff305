import type { Handlers } from '../platform/mount'
import type { BoardPageQueries } from './board-pages.queries'

export const boardPageRoutes = (pages: BoardPageQueries) =>
  ({
    listBoards: ({ language }) => pages.list(language),
    popularBoards: ({ query, language }) => pages.popular(query.limit, language),
    getBoard: (call) => pages.board(call.params.boardId, call.query, call),
    listCategories: ({ language }) => pages.categories(language),
    getCategory: (call) => pages.category(call.params.name, call.query, call),
  }) satisfies Partial<Handlers>
