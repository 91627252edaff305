export { useBoards, usePopularBoards } from './use-boards'
