export {
  applyBoards,
  boardCopySlice,
  type BoardEntity,
  boardsUnder,
  type BoardVersions,
} from './board-copy.slice'
