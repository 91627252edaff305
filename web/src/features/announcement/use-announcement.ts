import { type Announcement } from '@forum/shared/contract'
import { useEffect } from 'react'
import { useForum } from '../../store'

/** The announcement, kept up to date; null until it is read. */
export function useAnnouncement(): Announcement | null {
  const announcement = useForum((state) => state.announcement)
  const { loadAnnouncement, watch } = useForum.getState()
  useEffect(() => {
    // A failed read is repeated with the next revalidation, and the page is whole without it.
    loadAnnouncement().catch(() => undefined)
    return watch(loadAnnouncement)
  }, [loadAnnouncement, watch])
  return announcement
}
