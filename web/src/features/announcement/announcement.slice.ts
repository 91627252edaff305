import { type Announcement } from '@forum/shared/contract'
import { type EventHandlers, type Slice, type SliceTools } from '../../store/slice'

export interface AnnouncementState {
  /** Null until it is loaded. */
  announcement: Announcement | null
}

export interface AnnouncementActions {
  loadAnnouncement: () => Promise<void>
  /** Replaces the announcement for everybody; '' removes it. */
  setAnnouncement: (text: string) => Promise<void>
}

declare module '../../store/slice' {
  interface ForumState extends AnnouncementState {}
  interface ForumActions extends AnnouncementActions {}
}

/** A read that began before an event must not replace what the event brought. */
const isNewer = (next: Announcement, known: Announcement | null) =>
  known === null || (next.updatedAt ?? '') >= (known.updatedAt ?? '')

/** The announcement is the same for every reader, so it outlives sessions. */
export const announcementSlice = {
  scope: 'device',
  initialState: (): AnnouncementState => ({ announcement: null }),
  handlers: {
    'announcement:changed': (state, { announcement }) => {
      if (isNewer(announcement, state.announcement)) state.announcement = announcement
    },
  } satisfies EventHandlers,
  actions: ({ update, callBeyondSession, call, once }: SliceTools): AnnouncementActions => {
    const apply = (announcement: Announcement) => {
      update((state) => {
        if (isNewer(announcement, state.announcement)) state.announcement = announcement
      })
    }
    return {
      loadAnnouncement: () =>
        once('announcement', async () => {
          const { announcement } = await callBeyondSession('getAnnouncement')
          apply(announcement)
        }),
      setAnnouncement: async (text) => {
        const { announcement } = await call('setAnnouncement', { body: { text } })
        apply(announcement)
      },
    }
  },
} satisfies Slice
