export { BoardScreen } from './BoardScreen'
export { CategoryScreen } from './CategoryScreen'
