export { PurgeDialog } from './PurgeDialog'
export { purgeText } from './purge.texts'
