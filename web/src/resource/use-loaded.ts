import { useEffect, useState } from 'react'
import { type Result } from '../lib/result'
import { type Loaded } from './use-list'

/**
 * Loads the data of one screen or dialog, again whenever `load` or `version` changes or `reload` is called. The
 * previous data remains until the next is there; a failed load starts over.
 */
export function useLoaded<T>(load: () => Promise<Result<T>>, version?: unknown): Loaded<T> {
  const [result, setResult] = useState<Result<T> | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    void load().then((loaded) => {
      if (isCurrent) setResult(loaded)
    })
    return () => {
      isCurrent = false
    }
  }, [load, version, attempt])
  const reload = () => {
    if (result?.ok === false) setResult(null)
    setAttempt((before) => before + 1)
  }
  if (result === null) return { status: 'loading', reload }
  return result.ok
    ? { status: 'ready', data: result.value, reload }
    : { status: 'error', error: result.error, reload }
}
