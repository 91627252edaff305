import type { HeldResponse } from '@forum/shared/contract'

/**
 * Ends a call whose text waits for approval, as a refusal ends one that may not be carried out: the response is 202 with
 * what is held.
 */
export class HeldBack extends Error {
  constructor(readonly response: HeldResponse) {
    super('held for approval')
    this.name = 'HeldBack'
  }
}
