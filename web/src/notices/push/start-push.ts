import { navigate } from '../../lib/session'
import { pathOnThisSite } from '../../lib/site-path'
import { startForMembers } from '../../state/live'

/** Opens the path of a clicked push message, and follows the sessions of members. */
export function startPush(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener(
    'message',
    (event: MessageEvent<{ ask?: unknown; open?: unknown }>) => {
      const { data, ports } = event
      // The worker asks which tabs run the app (`web/service-worker/app-windows.ts`).
      if (data.ask !== undefined) ports[0]?.postMessage(true)
      const path = typeof data.open === 'string' ? pathOnThisSite(data.open) : null
      if (path !== null) navigate(path)
    },
  )
  startForMembers(async () => (await import('./follow-sessions')).followSessions)
}
