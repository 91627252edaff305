export { BoardPageQueries } from './board-pages.queries'
export { boardPageRoutes } from './board-pages.routes'
export { MemberThreads } from './member-threads.queries'
export { presentPoll } from './polls/polls.presenter'
export { PollQueries } from './polls/polls.queries'
export { pollRoutes } from './polls/polls.routes'
export { PollService } from './polls/polls.service'
export {
  deleteEvent,
  editEvent,
  likeEvent,
  newThreadEvent,
  replyEvent,
  threadChangeEvent,
  threadDeletionEvent,
} from './posts/post-events'
export { postExcerptsMigration, quotedIdsMigration, quotesMigration } from './posts/posts.migrations'
export { presentPublicPost } from './posts/posts.presenter'
export { PostQueries } from './posts/posts.queries'
export { postRoutes } from './posts/posts.routes'
export { PostService } from './posts/posts.service'
export { bookmarkRoutes } from './reading/bookmarks.routes'
export { readStatesMigration } from './reading/read-states.migrations'
export { readStateCollection } from './reading/read-states.model'
export { ReadStates, ownPostWrites } from './reading/read-states.service'
export { watchRoutes } from './reading/watches.routes'
export { Watches } from './reading/watches.service'
export { presentCounters, presentPublicThread, replyCountOf } from './threads.presenter'
export { ThreadQueries } from './threads.queries'
export { type ShowThread, showThread, threadRoutes } from './threads.routes'
export { type ThreadFlag, ThreadService } from './threads.service'
export { TypingPolicy } from './typing-policy'
export { VIEWS_INTERVAL_MS, Views } from './views.service'
