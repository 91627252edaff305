import { startAccountDrafts } from '../state/drafts'
import { forum } from '../store'

/** Keeps the drafts of this browser and those of the account the same while a member is signed in. */
export function startDrafts(): void {
  startAccountDrafts(forum)
}
