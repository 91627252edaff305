/**
 * The service worker of the page. It keeps no copy of anything, so it never shows old data: it answers a page load that
 * fails for want of a connection with a page that says so. A new version takes over at once.
 *
 * Everything it does is a module of its own that adds its listeners to `worker`.
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
