import { type Forum } from '../../store'
import { announcementSlice } from './announcement.slice'

/** Loads the announcement again, unless a newer one arrives with an event meanwhile. */
export function loadAnnouncement(forum: Forum): Promise<void> {
  return forum.once('announcement', async () => {
    const before = forum.read(announcementSlice).announcement
    const { announcement } = await forum.callBeyondSession('getAnnouncement')
    if (forum.read(announcementSlice).announcement !== before) return
    forum.update((write) => {
      write(announcementSlice).announcement = announcement
    })
  })
}
