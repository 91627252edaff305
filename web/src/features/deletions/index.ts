export { deleteSoon, undoDeletion } from './deletions.actions'
export { type Deletion, deletionsSlice } from './deletions.slice'
