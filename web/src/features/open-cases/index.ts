export { OpenCasesBadge } from './OpenCasesBadge'
