import { useEffect, useState } from 'react'
import { type ApiError } from '../lib/api'
import { type Result } from '../lib/result'

/** The last result with its text, and the error of the last search, if it failed. */
interface Found<T> {
  found: { text: string; value: T } | null
  error: ApiError | null
}

/**
 * Searches for a text that is being typed, after a pause in typing, and again whenever `search` changes. A search that
 * a newer one replaces is cancelled, and a failed one leaves the previous result.
 *
 * @param text null to search for nothing
 */
export function useSearchAsTyped<T>(
  text: string | null,
  search: (text: string, signal: AbortSignal) => Promise<Result<T>>,
  pauseMs = 300,
): Found<T> {
  const [state, setState] = useState<Found<T>>({ found: null, error: null })
  useEffect(() => {
    if (text === null) return undefined
    const abort = new AbortController()
    const run = async () => {
      const result = await search(text, abort.signal)
      if (abort.signal.aborted) return
      setState(({ found }) =>
        result.ok ? { found: { text, value: result.value }, error: null } : { found, error: result.error },
      )
    }
    const timer = setTimeout(() => {
      run().catch((error: unknown) => {
        // A cancelled call rejects with the reason of the signal.
        if (!abort.signal.aborted) throw error
      })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, search, pauseMs])
  return state
}
