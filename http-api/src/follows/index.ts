export { followCollection } from './follows.model'
export { followRoutes } from './follows.routes'
export { Follows } from './follows.service'
