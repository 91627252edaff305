/** The lazily loaded screens. */
export { HelpScreen } from './HelpScreen'
export { TestScreen } from './TestScreen'
