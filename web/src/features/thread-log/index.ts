export { setExcerpt } from './excerpts'
export { pageOfPost, postNumbersOfPage } from './post-numbers'
export {
  applyReturnedPost,
  applyChanges,
  applyHeldEvents,
  applyBump,
  applyPosts,
  applyThread,
  applyThreadPage,
  logOf,
} from './thread-log'
export { type PostEntity, type ThreadEvent, type ThreadLog, type ThreadRow } from './thread-log.slice'
