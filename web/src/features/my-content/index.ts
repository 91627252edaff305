export { MyContentScreen } from './MyContentScreen'
export { ownEntriesSlice } from './my-content.slice'
