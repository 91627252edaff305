import type { Collection } from '../platform/mongo/model'
import type { CounterKey } from './log-event'

/** Members who are counted at once, with a handful of commands. */
const MEMBERS_AT_ONCE = 500

/** Counts all members again, while nothing waits to be counted. */
export async function countMembers(
  log: { scrub(keys: readonly CounterKey[]): Promise<unknown> },
  db: { members: Pick<Collection<{ _id: number }>, 'find'> },
): Promise<void> {
  let waiting: CounterKey[] = []
  for await (const { _id } of db.members.find({}, { projection: { _id: 1 }, maxTimeMS: 0 })) {
    waiting.push(`member:${_id}`)
    if (waiting.length < MEMBERS_AT_ONCE) continue
    await log.scrub(waiting)
    waiting = []
  }
  await log.scrub(waiting)
}
