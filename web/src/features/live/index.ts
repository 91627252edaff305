export { ConnectionNotice } from './ConnectionNotice'
export { startLiveUpdates } from './live-updates'
