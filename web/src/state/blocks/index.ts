export { blocksSlice, isHidden, isHiddenFrom, isThreadHidden, postShown } from './blocks.slice'
export { blocksText } from './blocks.texts'
