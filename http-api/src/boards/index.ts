export type { BoardTree } from './board-tree'
export { type BoardDoc, EMPTY_BOARD, boardCollection } from './boards.model'
export {
  countsOf,
  newestOf,
  presentBoard,
  presentBoardName,
  presentLastThread,
  versionOf,
} from './boards.presenter'
export { BoardQueries } from './boards.queries'
export { BoardService } from './boards.service'
export { LastThreads } from './last-threads.consumer'
