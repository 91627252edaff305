/** The lazily loaded screens. */
export { HelpScreen } from './HelpScreen'
export { TestScreen } from './TestScreen'
export { NotFoundScreen } from './NotFoundScreen'
