export { BoardsScreen } from './BoardsScreen'
