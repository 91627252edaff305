import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Here rather than in a module, which a worker loads for its first file only.
afterEach(cleanup)

// Leaves nothing to the next file of the worker.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
