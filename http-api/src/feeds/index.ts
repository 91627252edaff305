export { FeedQueries } from './feeds.queries'
export { feedRoutes, mountCrawlerFiles } from './feeds.routes'
