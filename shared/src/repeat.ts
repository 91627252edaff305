/** Declared here because this package is compiled without the types of browsers or Node, which both provide it. */
declare const setTimeout: (run: () => void, ms: number) => unknown
declare const clearTimeout: (timer: unknown) => void

/** Stops a repeated task; resolves once any run in progress has ended. */
export type StopRepeating = () => Promise<void>

/**
 * Runs a task repeatedly, with `ms` milliseconds between the end of a run and the start of the next. A failed run is
 * reported and does not end the repetition. The timer does not keep a Node process alive.
 */
export function repeat(
  ms: number,
  task: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): StopRepeating {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  let timer = schedule()

  function schedule(): unknown {
    const scheduled = setTimeout(() => {
      running = run()
    }, ms)
    ;(scheduled as { unref?: () => void }).unref?.()
    return scheduled
  }

  async function run(): Promise<void> {
    try {
      await task()
    } catch (error) {
      onFailure(error)
    }
    if (!isStopped) timer = schedule()
  }

  return () => {
    isStopped = true
    clearTimeout(timer)
    return running
  }
}
