export { BoardPageQueries } from './board-pages.queries'
export { boardPageRoutes } from './board-pages.routes'
