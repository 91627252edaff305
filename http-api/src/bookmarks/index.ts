export { bookmarkRoutes } from './bookmarks.routes'
