import { forgetStored } from '../../lib/account-memory'
import { BASE } from './draft-key'

/**
 * Removes the drafts whose keys begin with a prefix from this browser, but not from the account: their common versions
 * go first, so nothing here claims that they were sent or discarded.
 */
export function forgetDrafts(prefix: string): void {
  forgetStored(BASE + prefix)
  forgetStored(prefix)
}
