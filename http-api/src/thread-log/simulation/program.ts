import { ThreadLog } from '../thread-log'
import { checkDirected } from './directed'
import type { Run } from './mutants'
import { simulate } from './simulate'

/** Runs simulations with the production code as bundled into this process, and sends what broke. */
let unhandled: string | null = null
process.on('unhandledRejection', (error) => (unhandled = String(error)))

async function run({ mutant, lives }: Run): Promise<string | null> {
  Object.assign(globalThis, { mutant })
  unhandled = null
  try {
    await checkDirected(ThreadLog)
    await simulate(ThreadLog, { from: 0, to: lives })
    return unhandled
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

process.send?.(await run(JSON.parse(process.argv[2] ?? '') as Run))
