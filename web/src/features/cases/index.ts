export { EARLIER, type PostInThread, readContext } from './context.actions'
export { Marked, placesOf } from './Marked'
export { PostCasesDialog } from './PostCasesDialog'
