export { startServiceWorker } from './offline/service-worker'
export { ErrorScreen } from './static/ErrorScreen'
