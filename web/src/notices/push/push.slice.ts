import { defineSlice } from '../../store'

/** Whether this device gets push messages: `on` and `off` are the member's choice, the rest the browser's. */
export type PushStatus = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on'

export interface Push {
  status: PushStatus
  isOfferDismissed: boolean
}

export const pushSlice = defineSlice('push', (): Push => ({ status: 'unknown', isOfferDismissed: false }))
