export { deleteSoon, undoDeletion } from './deletions.actions'
export { deletionsSlice } from './deletions.slice'
