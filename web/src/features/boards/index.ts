export { BoardsError } from './BoardsError'
export { useHasNews } from './board-visits'
export { LatestThreads } from './LatestThreads'
export { useBoards, usePopularBoards } from './use-boards'
