export { siteArea } from './area'
export { siteOffers } from './offers'
export { ErrorScreen } from './static/ErrorScreen'
