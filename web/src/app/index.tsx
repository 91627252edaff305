import { startScript } from '../features/script'
import { startTextSize, startTheme } from '../features/theme'
import { startForgetting, startSession } from '../features/auth'
import { liveSlice, startLiveConnection } from '../features/live'
import { startServiceWorker } from '../features/offline'
import { startMessageDrafts, startMessageToasts } from '../features/messages'
import { startUnreadPoll } from '../features/unread'
import { startNotifications } from '../features/notifications'
import { startPush } from '../features/push'
import { startSite } from '../features/site'
import { startTabs } from '../features/tabs'
import { storeLanguage } from '../lib/session'
import { forum } from '../store'
import { followHistory, loadPartsOnFirstMove, sharedClock } from '../ui'
import { ErrorBoundary } from './ErrorBoundary'
import { loadScreensOnIntent } from './intent'
import { PageRouter } from './PageRouter'
import { slices } from './slices'

export { keepReadable } from '../ui'

/** Runs once, before the first render. Starts the store, theme, session check, live connection and service worker. */
export function startPage(): void {
  followHistory()
  forum.addSlices(slices)
  storeLanguage()
  startTheme()
  startTextSize(forum)
  startScript()
  forum.subscribe((read, before) => {
    const { serverOffset } = read(liveSlice)
    if (serverOffset !== before(liveSlice).serverOffset) sharedClock.setOffset(serverOffset)
  })
  startSite(forum)
  startTabs()
  startNotifications()
  startMessageToasts()
  startMessageDrafts()
  startForgetting()
  startPush()
  void startSession(forum)
  startLiveConnection()
  startServiceWorker()
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
