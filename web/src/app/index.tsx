import { startScript } from '../state/script'
import { startTextSize, startTheme } from '../state/theme'
import { startForgetting, startSession } from '../state/session'
import { liveSlice, startLiveConnection } from '../state/live'
import { startUnreadPoll } from '../state/unread'
import { startSite } from '../state/site'
import { startTabs } from '../state/tabs'
import { storeLanguage } from '../lib/session'
import { forum } from '../store'
import { followHistory, loadPartsOnFirstMove, sharedClock } from '../ui'
import { areas, slices } from './areas'
import { ErrorBoundary } from './ErrorBoundary'
import { loadScreensOnIntent } from './intent'
import { PageRouter } from './PageRouter'

export { keepReadable } from '../ui'

/** Runs once, before the first render. Starts the store, theme, session check, live connection and service worker. */
export function startPage(): void {
  followHistory()
  forum.addSlices(slices)
  storeLanguage()
  startTheme()
  startTextSize(forum)
  startScript(forum)
  forum.subscribe((read, before) => {
    const { serverOffset } = read(liveSlice)
    if (serverOffset !== before(liveSlice).serverOffset) sharedClock.setOffset(serverOffset)
  })
  startSite(forum)
  startTabs()
  startForgetting()
  for (const { start } of areas) start?.()
  void startSession(forum)
  startLiveConnection()
  loadPartsOnFirstMove()
  loadScreensOnIntent()
  startUnreadPoll()
}

export function App() {
  return (
    <ErrorBoundary address="" standsAlone>
      <PageRouter />
    </ErrorBoundary>
  )
}
