import { useEffect, useState } from 'react'
import { type Result } from '../lib/result'

/**
 * Loads what one screen or dialog shows, again whenever `load` or `version` changes or `reload` is called. The result is null
 * while it loads for the first time and while a failed load is repeated; otherwise the previous one remains until the next.
 */
export function useLoaded<T>(
  load: () => Promise<Result<T>>,
  version?: unknown,
): { result: Result<T> | null; reload: () => void } {
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
  return {
    result,
    reload: () => {
      if (result?.ok === false) setResult(null)
      setAttempt((before) => before + 1)
    },
  }
}
