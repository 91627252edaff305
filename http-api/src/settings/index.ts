export { settingsCollection } from './settings.model'
export { settingsRoutes } from './settings.routes'
export { Settings } from './settings.service'
