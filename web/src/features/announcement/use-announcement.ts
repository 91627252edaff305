import { type Announcement } from '@forum/shared/contract'
import { useEffect } from 'react'
import { useForum } from '../../store'

/** The announcement, kept up to date; null until it is loaded. */
export function useAnnouncement(): Announcement | null {
  const announcement = useForum((state) => state.announcement)
  const { loadAnnouncement, watch } = useForum.getState()
  useEffect(() => {
    // The next revalidation retries a failed load; the page works without the announcement.
    loadAnnouncement().catch(() => undefined)
    return watch(loadAnnouncement)
  }, [loadAnnouncement, watch])
  return announcement
}
