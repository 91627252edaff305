import { type Announcement } from '@forum/shared/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { socket } from '../../lib/socket'
import { watch } from '../../resource'
import { forum, useForum } from '../../store'
import { sharedClock } from '../../ui'
import { loadAnnouncement } from './announcement.actions'
import { announcementSlice } from './announcement.slice'

/**
 * The announcement, kept up to date; null until it is loaded, and without text once it has expired by the server's
 * clock.
 */
export function useAnnouncement(): Announcement | null {
  const announcement = useForum((read) => read(announcementSlice).announcement)
  useEffect(() => {
    const load = () => loadAnnouncement(forum)
    // The next revalidation retries a failed load; the page works without the announcement.
    socket.opened.then(load).catch(() => undefined)
    return watch(forum, load)
  }, [])
  const until = announcement?.until ?? null
  const isOver = useSyncExternalStore(
    sharedClock.subscribe,
    () => until !== null && Date.parse(until) <= sharedClock.now(),
  )
  return announcement && isOver ? { ...announcement, text: '', until: null } : announcement
}
