export { Freshness } from './freshness'
export type { WriterCache } from './writer-cache'
