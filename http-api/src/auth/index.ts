export type { Sessions } from './sessions.service'
export { ucenterHash } from './old-hashes'
export { loginOf } from './auth.service'
