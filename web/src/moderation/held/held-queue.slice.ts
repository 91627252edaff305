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
      'held:changed': (state, { heldId, status }) => {
        const held = state.held[heldId]
        if (!held && status === 'pending' && !state.arrived.includes(heldId)) state.arrived.push(heldId)
        if (status !== 'pending') state.arrived = state.arrived.filter((id) => id !== heldId)
        // Withdrawn texts become grey as well: the text was only ever its author's.
        if (held && status !== 'pending') held.status = status === 'approved' ? 'approved' : 'rejected'
      },
    },
  },
)
