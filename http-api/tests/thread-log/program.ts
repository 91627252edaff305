import { ThreadLog } from '../../src/log/thread-log'
import { checkDirected } from './directed'
import { ALIVE, ALIVE_INTERVAL_MS, type Broken, type Run } from './run'
import { simulate } from './simulate'

const FIRST_LIVES = 10

/** Runs simulations with the production code as bundled into this process, and sends the result. */
let unhandled: string | null = null
process.on('unhandledRejection', (error) => (unhandled = String(error)))
process.on('disconnect', () => process.exit())
setInterval(() => process.send?.(ALIVE), ALIVE_INTERVAL_MS)

async function run({ mutant, lives }: Run): Promise<Broken> {
  Object.assign(globalThis, { mutant })
  unhandled = null
  try {
    // A few random runs find most faults, and sooner than the directed checks.
    await simulate(ThreadLog, { from: 0, to: FIRST_LIVES })
    await checkDirected(ThreadLog)
    await simulate(ThreadLog, { from: FIRST_LIVES, to: lives })
    return unhandled
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

process.on('message', (wanted: Run) => void run(wanted).then((broken) => process.send?.(broken)))
