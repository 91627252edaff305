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

/** Replaces the announcement for everybody until a time, or for good if it is null; '' removes it. */
export async function setAnnouncement(
  forum: Forum,
  given: { text: string; until: string | null },
): Promise<void> {
  const { announcement } = await forum.call('setAnnouncement', { body: given })
  forum.update((write) => {
    applyAnnouncement(write(announcementSlice), announcement)
  })
}
