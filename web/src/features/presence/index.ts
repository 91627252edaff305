export { presenceSlice } from './presence.slice'
export { sendTyping } from './send-typing'
export { useOnline } from './use-online'
