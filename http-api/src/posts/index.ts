export { presentPublicPost } from './posts.presenter'
export { postExcerptsMigration, quotedIdsMigration, quotesMigration } from './posts.migrations'
export { presentForReader, type ReaderPost } from './posts.presenter'
export { PostQueries } from './posts.queries'
export { postRoutes } from './posts.routes'
export { isDeletedBy, PostService } from './posts.service'
export {
  deleteEvent,
  editEvent,
  likeEvent,
  moveEvent,
  replyEvent,
  threadChangeEvent,
  threadDeletionEvent,
  newThreadEvent,
} from './post-events'
