import { demand, type ThreadLogClass } from './simulate'

/** What random lives meet too seldom, or cannot see. */
export async function checkDirected(ThreadLog: ThreadLogClass): Promise<void> {
  await Promise.resolve()
  demand(typeof ThreadLog === 'function', 'there is a log')
}
