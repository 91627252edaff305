export { Blocks } from './blocks.service'
export { blockModel } from './blocks.model'
export { blockRoutes } from './blocks.routes'
