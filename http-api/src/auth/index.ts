export type { Sessions } from './sessions.service'
export { ucenterHash } from './old-hashes'
