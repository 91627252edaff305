import { readFileSync } from 'node:fs'

/** Interval at which a script checks that npm still runs. */
const INTERVAL_MS = 500

/**
 * Ends this process like SIGTERM once npm has ended: npm's own death does not end what it runs, and a supervisor may
 * signal only npm. A script that was started without npm may outlive the shell that started it.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = npmFinder()
  const started = npm()
  const watching = setInterval(() => {
    if (npm() === started) return
    clearInterval(watching)
    process.kill(process.pid, 'SIGTERM')
  }, INTERVAL_MS)
  watching.unref()
}

/**
 * Returns a function that returns the id of npm's process, or another id or none once npm has ended. npm runs a script
 * in a shell, which becomes the script in most systems, but stays its parent in others.
 */
function npmFinder() {
  const parent = process.ppid
  const isShell = (read('cmdline', parent) ?? '').includes(process.env.npm_lifecycle_script ?? '\n')
  if (!isShell) return () => process.ppid
  // The state and the parent follow the name, which may contain spaces and parentheses.
  return () => read('stat', parent)?.split(') ').at(-1)?.split(' ')[1]
}

function read(file, pid) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
