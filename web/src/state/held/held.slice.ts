import { type OwnHeld } from '@forum/shared/contract'
import { defineSlice } from '../../store'

/** What of the reader waits for approval. It is read once something asks for it, and again after each change. */
export const ownHeldSlice = defineSlice(
  'ownHeld',
  (): { held: readonly OwnHeld[] | null; changes: number } => ({ held: null, changes: 0 }),
  {
    on: {
      'held:changed': (own) => {
        own.changes += 1
      },
    },
  },
)
