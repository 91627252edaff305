import { useState } from 'react'
import { type Result } from '../lib/result'
import { toast } from './toasts'

/**
 * Runs the action of a button or switch, once at a time. A success calls `done` or shows it as a toast. A failure is
 * shown as a toast with the title `failed`, or with the server's message alone.
 */
export function useAction<Args extends unknown[], Value>(
  act: (...args: Args) => Promise<Result<Value>>,
  done: string | ((value: Value, ...args: Args) => void),
  failed?: string,
): { isBusy: boolean; run: (...args: Args) => void } {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (...args: Args) => {
    if (isBusy) return
    setIsBusy(true)
    const result = await act(...args)
    setIsBusy(false)
    if (result.ok) {
      if (typeof done === 'string') toast.success(done)
      else done(result.value, ...args)
    } else if (failed === undefined) toast.error(result.error.message)
    else toast.error(failed, { description: result.error.message })
  }
  return { isBusy, run: (...args) => void run(...args) }
}
