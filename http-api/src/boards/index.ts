export { createBoards, type BoardsArea } from './area'
export { boardLevelCollection } from './board-levels.model'
export { ALL_NORMAL, BoardChoice, type BoardLevels, type ChosenLevels } from './board-levels.service'
export type { BoardTree } from './board-tree'
export { type BoardDoc, EMPTY_BOARD, boardCollection, boardSettings } from './boards.model'
export {
  countsOf,
  newestOf,
  presentBoard,
  presentBoardName,
  presentBoardViewer,
  presentLastThread,
  versionOf,
} from './boards.presenter'
export type { BoardQueries } from './boards.queries'
export type { BoardService } from './boards.service'
export { categoriesMigration, DEFAULT_CATEGORIES } from './categories.migration'
export { categoriesCollection } from './categories.model'
export type { CategoryService } from './categories.service'
export type { LastThreads } from './last-threads.consumer'
export { groupRequestCollection, groupsCollection } from './groups.model'
export type { Readers } from './readers'
export type { ThreadType } from './thread-types'
export { withdrawalWrites } from './withdrawals'
export { withdrawalsMigration } from './withdrawals.migration'
