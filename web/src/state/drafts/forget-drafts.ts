import { forgetStored } from '../../lib/account-memory'
import { BASE } from './draft-key'

/**
 * Removes the drafts whose keys begin with a prefix from this browser alone. Those of the account stay: without what was
 * agreed with it, which goes first, nothing here says that they were sent or discarded.
 */
export function forgetDrafts(prefix: string): void {
  forgetStored(BASE + prefix)
  forgetStored(prefix)
}
