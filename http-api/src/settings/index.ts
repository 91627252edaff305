export { settingsCollection } from './settings.model'
export { settingsRoutes } from './settings.routes'
export { Settings, SETTINGS_INTERVAL_MS } from './settings.service'
