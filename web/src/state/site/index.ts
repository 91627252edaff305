export { startSite } from './site.actions'
export { showSiteName } from './site.slice'
