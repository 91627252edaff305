export { ConnectionNotice } from './ConnectionNotice'
export { liveSlice } from './live.slice'
export { startLiveConnection } from './live-connection'
export { useIsLive } from './use-is-live'
