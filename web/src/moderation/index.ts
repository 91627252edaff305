export { OpenCasesBadge } from './open-cases/OpenCasesBadge'
