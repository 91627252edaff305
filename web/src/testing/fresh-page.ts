import { vi } from 'vitest'

// The files of a worker share a window and the libraries they load. The page's own modules are loaded again for each
// file, since they keep state, and begin with an empty document and storage.
vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
document.body.replaceChildren()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')
