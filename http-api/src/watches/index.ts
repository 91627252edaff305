export { Watches } from './watches.service'
export { watchRoutes } from './watches.routes'
