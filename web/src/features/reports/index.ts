export { ReportDialog } from './ReportDialog'
