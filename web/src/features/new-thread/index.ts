export { NewThreadScreen } from './NewThreadScreen'
