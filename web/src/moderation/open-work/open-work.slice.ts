import { defineSlice } from '../../store'

export interface OpenWork {
  /** Number of changes of cases since the page was opened; each makes the count load again. */
  caseChanges: number
  /** The same for texts that wait for approval. */
  heldChanges: number
  /** The time since when each text has waited, by its id. */
  heldSince: Record<number, string>
}

export const openWorkSlice = defineSlice(
  'openWork',
  (): OpenWork => ({ caseChanges: 0, heldChanges: 0, heldSince: {} }),
  {
    on: {
      'moderation:report': (state) => {
        state.caseChanges += 1
      },
      'held:changed': (state) => {
        state.heldChanges += 1
      },
    },
  },
)
