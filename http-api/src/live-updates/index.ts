export { LiveUpdates } from './live-updates.consumer'
