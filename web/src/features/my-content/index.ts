export { MyContentScreen } from './MyContentScreen'
