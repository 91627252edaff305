import { COUNT_MAX } from '@forum/shared/limits'
import type { mongo } from 'mongoose'
import type { Collection } from './model'

/** Counts each member's documents up to `COUNT_MAX`, in one command; members without any may be missing. */
export async function countByMember<Doc extends mongo.Document>(
  collection: Collection<Doc>,
  {
    member,
    ids,
    filter,
    hint,
  }: { member: string; ids: readonly number[]; filter: object; hint?: Readonly<Record<string, 1 | -1>> },
): Promise<ReadonlyMap<number, number>> {
  const hinted = hint === undefined ? {} : { hint }
  const [only, ...others] = ids
  if (only !== undefined && others.length === 0) {
    const count = await collection.countDocuments({ ...filter, [member]: only } as mongo.Filter<Doc>, {
      limit: COUNT_MAX,
      ...hinted,
    })
    return new Map([[only, count]])
  }
  const counted = await collection
    .aggregate<{ _id: number; count: number }>(
      [
        { $match: { ...filter, [member]: { $in: ids } } },
        { $group: { _id: `$${member}`, count: { $sum: 1 } } },
      ],
      hinted,
    )
    .toArray()
  return new Map(counted.map(({ _id, count }) => [_id, Math.min(count, COUNT_MAX)]))
}
