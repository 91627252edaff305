export { startLive } from './live'
export { LiveNotice } from './LiveNotice'
