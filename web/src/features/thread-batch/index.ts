export { BatchBar } from './BatchBar'
