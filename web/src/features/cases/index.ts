export { PostCasesDialog } from './PostCasesDialog'
