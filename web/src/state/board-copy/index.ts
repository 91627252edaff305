export {
  type BoardEntity,
  applyBoards,
  boardCopySlice,
  boardIn,
  boardsUnder,
  isBoardHidden,
} from './board-copy.slice'
