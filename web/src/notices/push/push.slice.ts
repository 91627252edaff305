import { defineSlice } from '../../store'

/**
 * The state of push messages on this device: `on` and `off` are the member's choice, the others come from the browser.
 */
export type PushStatus = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on'

export interface Push {
  status: PushStatus
  isOfferDismissed: boolean
}

export const pushSlice = defineSlice('push', (): Push => ({ status: 'unknown', isOfferDismissed: false }))
