import { startMessageDrafts } from './message-drafts'
import { startMessageToasts } from './message-toasts'

/** Starts the toasts, drafts and counts that work beside the screens; `userId` is the member who signed in. */
export function startMessages(userId: number): void {
  startMessageToasts()
  startMessageDrafts(userId)
}
