import { vi } from 'vitest'
import { type Call } from '../lib/api'
import { forum, inOneSession, sessionSlice } from '../store'

/**
 * Answers every call of the page's store in place of the server. It is put into the store, since a mock of the module
 * misses a store that an import still under way from the file before has loaded.
 */
export const call = vi.fn() as unknown as Call

Object.assign(forum, {
  call: inOneSession(call, () => forum.read(sessionSlice).number),
  callBeyondSession: call,
})
