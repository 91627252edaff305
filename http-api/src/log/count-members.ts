import type { Collection } from '../platform/mongo/model'
import type { CounterKey } from './log-event'

/** Members who are counted at once. Each takes several calls of the database, one after the other. */
const MEMBERS_AT_ONCE = 16

/** Counts all members again, while nothing waits to be counted. */
export async function countMembers(
  log: { scrub(key: CounterKey): Promise<boolean> },
  db: { members: Pick<Collection<{ _id: number }>, 'find'> },
): Promise<void> {
  let waiting: number[] = []
  const count = async () => {
    await Promise.all(waiting.map((id) => log.scrub(`member:${id}`)))
    waiting = []
  }
  for await (const { _id } of db.members.find({}, { projection: { _id: 1 }, maxTimeMS: 0 })) {
    waiting.push(_id)
    if (waiting.length === MEMBERS_AT_ONCE) await count()
  }
  await count()
}
