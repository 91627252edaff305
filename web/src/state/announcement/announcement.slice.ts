import { type Announcement } from '@forum/shared/contract'
import { defineSlice } from '../../store'

export interface Announced {
  /** Null until it is loaded. */
  announcement: Announcement | null
}

/** The announcement is the same for every reader, so it outlives sessions. */
export const announcementSlice = defineSlice('announcement', (): Announced => ({ announcement: null }), {
  scope: 'device',
  on: {
    'announcement:changed': (state, { announcement }) => {
      state.announcement = announcement
    },
  },
})
