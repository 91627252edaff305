export { LogQueries } from './log.queries'
export { moderationRoutes } from './moderation.routes'
export { UndoService } from './undo.service'
