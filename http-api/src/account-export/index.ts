export { accountExportRoutes } from './account-export.routes'
