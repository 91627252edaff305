export { Watches } from './watches'
export { watchRoutes } from './watches.routes'
