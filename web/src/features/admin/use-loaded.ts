import { useEffect, useState } from 'react'
import { type Result } from '../../lib/result'

/**
 * Loads what a screen of admins shows, again whenever `load` or `reload` asks for it. The result is null while it loads for
 * the first time.
 */
export function useLoaded<T>(load: () => Promise<Result<T>>): {
  result: Result<T> | null
  reload: () => void
} {
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
  }, [load, attempt])
  return {
    result,
    reload: () => {
      setAttempt(attempt + 1)
    },
  }
}
