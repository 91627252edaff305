import type { Logger } from 'pino'

/** Runs a task repeatedly, with `ms` between its end and its next start. Returns a function that stops it. */
export function repeat(ms: number, task: () => Promise<void>, log: Logger): () => void {
  let timer: NodeJS.Timeout
  let isStopped = false
  const run = async () => {
    try {
      await task()
    } catch (error) {
      log.error({ err: error }, 'a repeated task failed')
    }
    if (!isStopped) timer = setTimeout(() => void run(), ms)
  }
  timer = setTimeout(() => void run(), ms)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
