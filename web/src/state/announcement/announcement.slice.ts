import { type Announcement } from '@forum/shared/contract'
import { defineSlice } from '../../store'

export interface Announced {
  /** Null until it is loaded. */
  announcement: Announcement | null
}

/** Replaces the announcement, unless a read that began before an event returns what the event has replaced. */
export function applyAnnouncement(own: Announced, next: Announcement): void {
  if (own.announcement === null || (next.updatedAt ?? '') >= (own.announcement.updatedAt ?? ''))
    own.announcement = next
}

/** The announcement is the same for every reader, so it outlives sessions. */
export const announcementSlice = defineSlice('announcement', (): Announced => ({ announcement: null }), {
  scope: 'device',
  on: {
    'announcement:changed': (own, { announcement }) => {
      applyAnnouncement(own, announcement)
    },
  },
})
