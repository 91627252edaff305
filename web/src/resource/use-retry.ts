import { useEffect } from 'react'
import { type ApiError } from '../lib/api'

/** Minimum wait before a failed read is retried; up to half as long again, so that pages do not retry together. */
const RETRY_MS = 5_000

/**
 * Retries transient load failures automatically, so that the reader need not press a button once the server is back.
 * While loading keeps failing, `retry` rejects or sets another error.
 */
export function useRetry(error: ApiError | null, retry: () => Promise<unknown>): void {
  useEffect(() => {
    if (!error?.mayPass) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isUnmounted = false
    const schedule = () => {
      if (isUnmounted) return
      const wait = Math.max(RETRY_MS, (error.retryAfterSeconds ?? 0) * 1_000) * (1 + Math.random() / 2)
      timer = setTimeout(() => {
        retry().catch(schedule)
      }, wait)
    }
    schedule()
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [error, retry])
}
