export { WordsScreen } from './WordsScreen'
