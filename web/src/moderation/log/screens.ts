/** The lazily loaded screen, kept apart from the code that other features use. */
export { LogScreen } from './LogScreen'
