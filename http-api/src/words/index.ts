export { wordHitsCollection, wordListCollection } from './words.model'
export { wordRoutes } from './words.routes'
export { Words, type Screened } from './words.service'
