/** The lazily loaded screens. */
export { TestScreen } from './TestScreen'
