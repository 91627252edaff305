export { sendTyping } from './send-typing'
export { useOnline } from './use-online'
