import { startMessageDrafts } from './message-drafts'
import { startMessageToasts } from './message-toasts'

/** Starts what works beside the screens while a member is signed in; `userId` is the member who signed in. */
export function startMessages(userId: number): void {
  startMessageToasts()
  startMessageDrafts(userId)
}
