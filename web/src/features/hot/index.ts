export { HotScreen } from './HotScreen'
