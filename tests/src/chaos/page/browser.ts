import { workerData } from 'node:worker_threads'

/** Where a page finds the forum; each address has a link of its own, which faults may cut. */
export interface PageAddress {
  api: string
  gateway: string
}

/**
 * The few parts of a browser that the page's store and socket need, in the globals of this thread. Imported before
 * anything of the page.
 */
const { api, gateway } = workerData as PageAddress
const fetchAbsolute = globalThis.fetch
const stored = new Map<string, string>()
const here = new URL('/', gateway)

Object.assign(globalThis, {
  // Socket.IO connects to the host of the page.
  location: here,
  fetch: (path: string, init?: RequestInit) => fetchAbsolute(new URL(path, api), init),
  document: Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null }),
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
  ...('navigator' in globalThis ? {} : { navigator: {} }),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})
