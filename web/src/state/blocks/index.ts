export { blocksSlice, isHidden, isHiddenFrom, isThreadHidden } from './blocks.slice'
export { blocksText } from './blocks.texts'
