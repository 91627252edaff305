export { ActDialog } from './ActDialog'
export { DeletePostDialog } from './DeletePostDialog'
export { HistoryDialog } from './HistoryDialog'
export { LikesDialog } from './LikesDialog'
export { ModeratorMenu } from './ModeratorMenu'
export { MoveDialog } from './MoveDialog'
export { TextDiff } from './TextDiff'
export {
  bookmarkThread,
  findNumberAt,
  readVersions,
  restorePost,
  restoreThread,
  watchThread,
} from './thread-actions.actions'
export { ThreadActions, ThreadActsMenu, WatchChip } from './ThreadActions'
