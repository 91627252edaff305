export { siteArea } from './area'
export { ErrorScreen } from './static/ErrorScreen'
