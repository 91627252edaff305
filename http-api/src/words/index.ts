export { wordHitsCollection, wordListCollection } from './words.model'
export { wordRoutes } from './words.routes'
export { type Screened, Words } from './words.service'
