export { startSite } from './site.actions'
export { showSite } from './site.slice'
export { useSite, useWelcome } from './use-site'
