export { createForum, useForum, type Forum, type ForumActions, type ForumDeps } from './forum'
export {
  useBoardPage,
  useBoards,
  useCategoryPage,
  useOnline,
  usePopularBoards,
  useSession,
  type BoardPage,
  type CategoryPage,
  type ListUpdates,
  type Loaded,
} from './hooks'
export { useRetry } from './retry'
export { actorOf, floorsOfPage, pageOfFloor } from './thread-log'
export {
  type Connection,
  type ForumState,
  type PendingReply,
  type PostEntity,
  type Presence,
  type Session,
  type ThreadRow,
} from './state'
