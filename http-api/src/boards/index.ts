export type { BoardTree } from './board-tree'
export { boardCollection, EMPTY_BOARD, type BoardDoc } from './boards.model'
export {
  countsOf,
  newestOf,
  presentBoard,
  presentBoardName,
  presentLastThread,
  versionOf,
  type LastThread,
} from './boards.presenter'
export { BoardQueries } from './boards.queries'
export { BoardService } from './boards.service'
export { LastThreads } from './last-threads.consumer'
