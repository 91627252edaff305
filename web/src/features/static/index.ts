export { ErrorScreen } from './ErrorScreen'
export { NotFoundScreen } from './NotFoundScreen'
