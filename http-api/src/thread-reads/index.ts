export { ThreadCache } from './thread-cache.queries'
