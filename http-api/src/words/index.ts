export { createWords, type WordsArea } from './area'
export { wordHitsCollection, wordListCollection } from './words.model'
export type { Screened, Words } from './words.service'
