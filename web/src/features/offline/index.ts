export { startServiceWorker } from './service-worker'
