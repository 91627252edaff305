/** The global object of a service worker; the DOM type library declares it as a window. */
export const worker = globalThis as unknown as ServiceWorkerGlobalScope
