/**
 * The service worker of the page. It caches nothing, so it never shows old data: when a page load fails because there
 * is no connection, it shows an offline page instead. A new version takes over at once.
 *
 * Each feature is a separate module that adds its listeners to `worker`.
 */
import './offline'
import './push'
import { worker } from './worker'

worker.addEventListener('install', () => {
  void worker.skipWaiting()
})
worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim())
})
