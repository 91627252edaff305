export { ErrorScreen } from './ErrorScreen'
export { NotFoundScreen } from './NotFoundScreen'
export { SoonScreen } from './SoonScreen'
