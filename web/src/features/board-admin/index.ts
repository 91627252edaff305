export { BoardsAdminScreen } from './BoardsAdminScreen'
