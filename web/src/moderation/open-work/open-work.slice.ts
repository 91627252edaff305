import { defineSlice } from '../../store'

export interface OpenWork {
  /** How often a case changed since the page was opened; the number of open ones is then read again. */
  caseChanges: number
  /** The same for texts that wait for approval. */
  heldChanges: number
  /** When a text began to wait, by its id. */
  heldSince: Record<number, string>
}

export const openWorkSlice = defineSlice(
  'openWork',
  (): OpenWork => ({ caseChanges: 0, heldChanges: 0, heldSince: {} }),
  {
    on: {
      'moderation:report': (own) => {
        own.caseChanges += 1
      },
      'held:changed': (own) => {
        own.heldChanges += 1
      },
    },
  },
)
