import { type Held } from '@forum/shared/contract'
import { defineSlice } from '../../store'

/** What waits for approval, what became of it, and what has arrived since the list was read. Added to the store with the first screen that shows it. */
export const heldQueueSlice = defineSlice(
  'heldQueue',
  (): { held: Record<number, Held>; arrived: number[] } => ({ held: {}, arrived: [] }),
  {
    on: {
      'held:changed': (own, { heldId, status }) => {
        const known = own.held[heldId]
        if (!known && status === 'pending' && !own.arrived.includes(heldId)) own.arrived.push(heldId)
        if (status !== 'pending') own.arrived = own.arrived.filter((id) => id !== heldId)
        // What was withdrawn is greyed as well: its text was never anybody else's.
        if (known && status !== 'pending') known.status = status === 'approved' ? 'approved' : 'rejected'
      },
    },
  },
)
