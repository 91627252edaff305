/** The global object of a service worker, which the library of types calls a window's. */
export const worker = globalThis as unknown as ServiceWorkerGlobalScope
