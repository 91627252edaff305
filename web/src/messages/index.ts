export { startMessageDrafts } from './message-drafts'
export { startMessageToasts } from './message-toasts'
