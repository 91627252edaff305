export { FreshThreads } from './fresh-threads'
