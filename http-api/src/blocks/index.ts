export { Blocks } from './blocks.service'
export { blockCollection } from './blocks.model'
export { blockRoutes } from './blocks.routes'
