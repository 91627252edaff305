import notice from './offline.html'
import { siteName, siteSeal } from './site-name'
import { worker } from './worker'

const page = notice
  .replaceAll('{{siteName}}', () => inHtml(siteName))
  .replaceAll('{{siteSeal}}', () => inHtml(siteSeal))

worker.addEventListener('activate', (event) => {
  // Lets the browser request the page while the worker starts.
  event.waitUntil(worker.registration.navigationPreload.enable())
})

worker.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (mode !== 'navigate' || method !== 'GET' || new URL(url).pathname.startsWith('/api/')) return
  event.respondWith(pageOrNotice(event))
})

async function pageOrNotice(event: FetchEvent): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined
    return preloaded ?? (await fetch(event.request))
  } catch {
    return new Response(page, {
      status: 503,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': `default-src 'none'; style-src '${await styleHash()}'`,
        'Cache-Control': 'no-store',
      },
    })
  }
}

/** The hash by which the content policy allows the style of the notice, and no other. */
async function styleHash(): Promise<string> {
  const [, style = ''] = /<style>(.+)<\/style>/s.exec(page) ?? []
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

function inHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
