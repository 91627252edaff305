import type { BoardLevels, BoardService, CategoryService } from '../boards'
import { signedIn, type Handlers } from '../platform/http/mount'
import type { BoardPageQueries } from './board-pages.queries'

interface BoardPageRoutesDeps {
  pages: BoardPageQueries
  boards: BoardService
  categories: CategoryService
  levels: BoardLevels
}

export const boardPageRoutes = ({ pages, boards, categories, levels }: BoardPageRoutesDeps) =>
  ({
    listBoards: (call) => pages.list(call),
    popularBoards: (call) => pages.popular(call.query.limit, call),
    getBoard: (call) => pages.board(call.params.boardId, call.query, call),
    createBoard: async (call) => {
      const id = await boards.create(signedIn(call), call.body)
      return { board: await pages.one(id, call) }
    },
    updateBoard: async (call) => {
      const { boardId } = call.params
      await boards.update(signedIn(call), boardId, call.body)
      return { board: await pages.one(boardId, call) }
    },
    deleteBoard: async (call) => {
      await boards.remove(signedIn(call), call.params.boardId)
    },
    setBoardLevel: async (call) => {
      const { boardId } = call.params
      await levels.set(signedIn(call), boardId, call.body.level)
      return { board: await pages.one(boardId, call) }
    },
    listCategories: (call) => pages.categories(call),
    createCategory: async (call) => {
      const { key } = await categories.create(signedIn(call), call.body)
      return { category: await pages.oneCategory(key, call) }
    },
    updateCategory: async (call) => {
      const { key } = await categories.update(signedIn(call), call.params.key, call.body)
      return { category: await pages.oneCategory(key, call) }
    },
    deleteCategory: async (call) => {
      await categories.remove(signedIn(call), call.params.key)
    },
    getCategory: (call) => pages.category(call.params.name, call.query, call),
  }) satisfies Partial<Handlers>
