/** The lazily loaded screen, kept apart from the code that other areas use. */
export { CasesScreen } from './CasesScreen'
