/** The screens, loaded when they are opened. */
export { HelpScreen } from './HelpScreen'
export { TestScreen } from './TestScreen'
