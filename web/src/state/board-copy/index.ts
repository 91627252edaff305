export { type BoardEntity, applyBoards, boardCopySlice, boardIn, boardsUnder } from './board-copy.slice'
