import { useEffect } from 'react'
import { type ApiError } from '../lib/api'

/** What could not be read is read again this long after it failed, or up to half as long again: not by all at once. */
const RETRY_MS = 5_000

/**
 * Reads again by itself what is shown as failed for a reason that may pass, until it is there: who waits for the
 * server to come back need not press a button. `retry` rejects, or leaves another error, while it goes on failing.
 */
export function useRetry(error: ApiError | null, retry: () => Promise<unknown>): void {
  useEffect(() => {
    if (!error?.mayPass) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const again = () => {
      if (isLeft) return
      const wait = Math.max(RETRY_MS, (error.retryAfterSeconds ?? 0) * 1_000) * (1 + Math.random() / 2)
      timer = setTimeout(() => {
        retry().catch(again)
      }, wait)
    }
    again()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [error, retry])
}
