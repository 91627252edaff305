import { type OwnHeld } from '@forum/shared/contract'
import { defineSlice } from '../../store'

/** The reader's own held texts. They are loaded on first use, and again after each change. */
export const ownHeldSlice = defineSlice(
  'ownHeld',
  (): { held: readonly OwnHeld[] | null; changes: number } => ({ held: null, changes: 0 }),
  {
    on: {
      'held:changed': (state) => {
        state.changes += 1
      },
    },
  },
)
