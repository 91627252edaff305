import type { Connection, mongo } from 'mongoose'
import type { Migration } from '../platform/migrations'
import { postExcerptOf } from './excerpts'

const BATCH = 200

/**
 * Adds the excerpt to posts that were written before posts had one. The log is migrated first: events projected
 * meanwhile contain the excerpt.
 */
export const postExcerptsMigration = (connection: Connection): Migration => ({
  id: 1,
  name: 'add excerpts to posts',
  async run() {
    await addExcerpts(connection, 'threadEvents', 'post.')
    await addExcerpts(connection, 'posts', '')
  },
})

async function addExcerpts(connection: Connection, name: string, path: '' | 'post.'): Promise<void> {
  const collection = connection.getClient().db(connection.name).collection(name)
  const excerpt = `${path}excerpt`
  const lacking = { [`${path}content`]: { $exists: true }, [excerpt]: { $exists: false } }
  // Projected under one name, wherever the collection has it.
  const found = collection
    .find(lacking, { batchSize: BATCH })
    .project<{ _id: mongo.ObjectId; content: string }>({ content: `$${path}content` })
  let updates: mongo.AnyBulkWriteOperation[] = []
  const write = async () => {
    if (updates.length > 0) await collection.bulkWrite(updates, { ordered: false })
    updates = []
  }
  for await (const { _id, content } of found) {
    const update = { $set: { [excerpt]: postExcerptOf(content) } }
    updates.push({ updateOne: { filter: { _id, [excerpt]: { $exists: false } }, update } })
    if (updates.length === BATCH) await write()
  }
  await write()
}
