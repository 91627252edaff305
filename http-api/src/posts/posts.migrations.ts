import type { Model } from 'mongoose'
import type { Migration } from '../platform/migrations'
import type { ThreadLogCollections } from '../thread-log'
import { postExcerptOf } from './excerpts'

const BATCH = 200

/**
 * Adds the excerpt to posts that were written before posts had one. The log is migrated first: events projected
 * meanwhile contain the excerpt.
 */
export const postExcerptsMigration = (
  db: Pick<ThreadLogCollections, 'posts' | 'threadEvents'>,
): Migration => ({
  id: 1,
  name: 'add excerpts to posts',
  async run() {
    await addExcerpts(db.threadEvents, 'post.content', 'post.excerpt', ({ post }) => post?.content)
    await addExcerpts(db.posts, 'content', 'excerpt', ({ content }) => content)
  },
})

async function addExcerpts<Doc extends { _id: unknown }>(
  model: Model<Doc>,
  source: string,
  target: string,
  contentOf: (document: Doc) => string | undefined,
): Promise<void> {
  const filter = { [source]: { $exists: true }, [target]: { $exists: false } }
  const found = model.collection.find(filter, { projection: { [source]: 1 } }).batchSize(BATCH)
  let updates: Parameters<typeof model.collection.bulkWrite>[0][number][] = []
  const write = async () => {
    if (updates.length > 0) await model.collection.bulkWrite(updates, { ordered: false })
    updates = []
  }
  for await (const document of found) {
    const excerpt = postExcerptOf(contentOf(document as unknown as Doc) ?? '')
    updates.push({
      updateOne: {
        filter: { _id: document._id, [target]: { $exists: false } },
        update: { $set: { [target]: excerpt } },
      },
    })
    if (updates.length === BATCH) await write()
  }
  await write()
}
