import { type Forum } from '../../store'
import { announcementSlice, applyAnnouncement } from './announcement.slice'

export function loadAnnouncement(forum: Forum): Promise<void> {
  return forum.once('announcement', async () => {
    const { announcement } = await forum.callBeyondSession('getAnnouncement')
    forum.update((write) => {
      applyAnnouncement(write(announcementSlice), announcement)
    })
  })
}

/** Replaces the announcement for everybody; '' removes it. */
export async function setAnnouncement(forum: Forum, text: string): Promise<void> {
  const { announcement } = await forum.call('setAnnouncement', { body: { text } })
  forum.update((write) => {
    applyAnnouncement(write(announcementSlice), announcement)
  })
}
