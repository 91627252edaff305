export { purgeCollection } from './purges.model'
export { purgeRoutes } from './purges.routes'
export { PurgeService } from './purges.service'
