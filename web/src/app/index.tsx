import { startDrafts } from '../features/drafts'
import { startScript } from '../features/script'
import { startTheme } from '../features/theme'
import { startLiveUpdates } from '../features/live'
import { startServiceWorker } from '../features/offline'
import { startMessageDrafts, startMessageToasts } from '../features/messages'
import { startUnreadPoll } from '../features/unread'
import { startNotifications } from '../features/notifications'
import { startPush } from '../features/push'
import { startTabs } from '../features/tabs'
import { storeLanguage } from '../lib/session'
import { useForum } from '../store'
import { loadPartsOnFirstMove, sharedClock } from '../ui'
import { ErrorBoundary } from './ErrorBoundary'
import { loadScreensOnIntent } from './intent'
import { PageRouter } from './PageRouter'

/** Runs once, before the first render. Starts theme, session check, live updates and the service worker. */
export function startPage(): void {
  storeLanguage()
  startTheme()
  startScript()
  startDrafts()
  useForum.subscribe(({ serverOffset }, before) => {
    if (serverOffset !== before.serverOffset) sharedClock.setOffset(serverOffset)
  })
  startTabs()
  startNotifications()
  startMessageToasts()
  startMessageDrafts()
  startPush()
  void useForum.getState().start()
  startLiveUpdates()
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
