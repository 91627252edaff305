/** The lazily loaded screen, kept apart from the code that other areas use. */
export { HeldScreen } from './HeldScreen'
