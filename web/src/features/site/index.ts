export { showSiteName, startSite } from './site.actions'
