/** How often a script looks for its parent. */
const INTERVAL_MS = 500

/**
 * Ends this process like SIGTERM once npm has ended: npm's own death does not end what it runs, and a supervisor may
 * signal only npm. A script that was started without npm may outlive the shell that started it.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watching = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watching)
    process.kill(process.pid, 'SIGTERM')
  }, INTERVAL_MS)
  watching.unref()
}
