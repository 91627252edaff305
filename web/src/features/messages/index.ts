export { startMessageToasts } from './message-toasts'
