export { type PostEntity, type ThreadCopy, type ThreadEvent, type ThreadRow } from './entities'
export { excerptOf, setExcerpt } from './excerpts'
export {
  boardsMarkedRead,
  ownRelationChanged,
  pollVoted,
  postLiked,
  threadModerated,
  type ThreadMarks,
  threadRead,
  viewerReturned,
} from './own-changes'
export { isOwnPost, isSameAuthor } from './own-posts'
export { replyDraftKey, replyPlace } from './own-reply'
export {
  catchUp,
  catchUpSoon,
  changeThread,
  loadThreadPage,
  prefetchThreadPage,
  threadPageKey,
} from './thread-copy.actions'
export {
  applyAuthor,
  applyBump,
  applyHeldEvents,
  applyPosts,
  applyReturnedPost,
  applyThread,
  threadCopySlice,
} from './thread-copy.slice'
