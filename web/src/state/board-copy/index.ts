export { type BoardEntity, applyBoards, boardCopySlice, boardsUnder } from './board-copy.slice'
