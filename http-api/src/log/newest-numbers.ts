import type { ThreadLogCollections } from './collections'

/** Counts the posts of threads that are not deleted, and returns the highest number among them. */
export async function newestNumbers(
  db: Pick<ThreadLogCollections, 'posts'>,
  threadIds: readonly number[],
): Promise<ReadonlyMap<number, { postCount: number; lastPostNumber: number }>> {
  const counted = await db.posts
    .aggregate<{ _id: number; postCount: number; lastPostNumber: number }>([
      { $match: { threadId: { $in: threadIds }, isDeleted: false } },
      { $group: { _id: '$threadId', postCount: { $sum: 1 }, lastPostNumber: { $max: '$number' } } },
    ])
    .toArray()
  return new Map(counted.map((row) => [row._id, row]))
}
