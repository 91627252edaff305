import { type Held } from '@forum/shared/contract'
import { defineSlice } from '../../store'

/**
 * The held texts, their decisions, and those that arrived since the list was loaded. Added to the store with the first
 * screen that shows it.
 */
export const heldQueueSlice = defineSlice(
  'heldQueue',
  (): { held: Record<number, Held>; arrived: number[] } => ({ held: {}, arrived: [] }),
  {
    on: {
      'held:changed': (own, { heldId, status }) => {
        const known = own.held[heldId]
        if (!known && status === 'pending' && !own.arrived.includes(heldId)) own.arrived.push(heldId)
        if (status !== 'pending') own.arrived = own.arrived.filter((id) => id !== heldId)
        // Withdrawn texts become grey as well: the text was only ever its author's.
        if (known && status !== 'pending') known.status = status === 'approved' ? 'approved' : 'rejected'
      },
    },
  },
)
