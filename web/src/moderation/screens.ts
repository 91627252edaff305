export { ModerationFrame } from './ModerationFrame'
export { MonitorScreen } from './MonitorScreen'
