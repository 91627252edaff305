import { type Announcement } from '@forum/shared/contract'
import { useEffect } from 'react'
import { socket } from '../../lib/socket'
import { watch } from '../../resource'
import { forum, useForum } from '../../store'
import { loadAnnouncement } from './announcement.actions'
import { announcementSlice } from './announcement.slice'

/** The announcement, kept up to date; null until it is loaded. */
export function useAnnouncement(): Announcement | null {
  const announcement = useForum((read) => read(announcementSlice).announcement)
  useEffect(() => {
    const load = () => loadAnnouncement(forum)
    // The next revalidation retries a failed load; the page works without the announcement.
    socket.opened.then(load).catch(() => undefined)
    return watch(forum, load)
  }, [])
  return announcement
}
