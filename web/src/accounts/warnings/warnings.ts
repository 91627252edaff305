import { askAfter, whenWarningIsDue } from '../../lib/agreement'
import { forum, sessionSlice } from '../../store'

/** Shows members the warnings that they have not read, at once or when the server refuses what they write. Call once. */
export function startWarnings(): void {
  whenWarningIsDue(async () => {
    const { showWarnings } = await import('./WarningDialog')
    return showWarnings()
  })
  forum.subscribe((read, before) => {
    const { user } = read(sessionSlice)
    if (user === before(sessionSlice).user || !user?.warnings?.length) return
    void askAfter('WARNING_UNREAD')
  })
}
