export { EARLIER, type PostInThread, readContext } from './context.actions'
export { PostCasesDialog } from './PostCasesDialog'
