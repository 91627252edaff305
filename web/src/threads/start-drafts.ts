import { startAccountDrafts } from '../state/drafts'
import { forum } from '../store'

/** Synchronises the drafts of this browser and of the account while a member is signed in. */
export function startDrafts(): void {
  startAccountDrafts(forum)
}
