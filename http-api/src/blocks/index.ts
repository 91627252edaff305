export { Blocks } from './blocks'
export { blockModel } from './blocks.model'
export { blockRoutes } from './blocks.routes'
