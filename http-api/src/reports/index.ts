export { reportCollection } from './reports.model'
export { reportRoutes } from './reports.routes'
export { ReportService } from './reports.service'
