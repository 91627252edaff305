import { assert, type ThreadLogClass } from '../simulate'
import { COMMITS } from './commits'
import { COUNTING } from './counting'
import { DELIVERY } from './delivery'

/** More turns than any check needs; beyond them it loops forever. */
const MAX_TURNS = 3_000

const CHECKS = [...COMMITS, ...COUNTING, ...DELIVERY]

/** Runs the checks of situations that random runs meet too rarely or cannot detect. */
export async function checkDirected(ThreadLog: ThreadLogClass): Promise<void> {
  for (const check of CHECKS) {
    let isOver = false
    const running = check(ThreadLog).finally(() => (isOver = true))
    const hang = async () => {
      for (let turns = 0; turns < MAX_TURNS && !isOver; turns++) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      assert(isOver, `${check.name} never comes to rest`)
    }
    await Promise.race([running, hang().then(() => running)])
  }
}
