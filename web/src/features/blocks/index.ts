export { blocksSlice, isHidden, isHiddenFrom, isNameBlocked, isThreadHidden } from './blocks.slice'
export { blocksText } from './blocks.texts'
