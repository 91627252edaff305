import type { Connection, mongo } from 'mongoose'
import type { Migration } from '../../platform/mongo/migrations'
import type { PostAttachment } from '../../log'
import { pictureOf } from './post-events'
import { postExcerptOf, quotedIdsOf, threadExcerptOf } from './excerpts'

const BATCH = 200

/**
 * Adds the excerpt to posts that were written before posts had one. The log is migrated first: events projected
 * meanwhile contain the excerpt.
 */
export const postExcerptsMigration = (connection: Connection): Migration => ({
  id: 1,
  name: 'add excerpts to posts',
  async run() {
    for (const place of PLACES)
      await add(connection, place, 'excerpt', {}, ({ content }) => postExcerptOf(content))
  },
})

/** Adds the quoted posts to replies that were written before replies had them. */
export const quotedIdsMigration = (connection: Connection): Migration => ({
  id: 30,
  name: 'add quoted posts to replies',
  async run() {
    for (const place of PLACES) {
      const quotes = {
        $or: [{ [`${place.path}quotedPostId`]: { $gt: 0 } }, { [`${place.path}content`]: NAMED_QUOTE }],
      }
      await add(connection, place, 'quotedIds', quotes, (post) => {
        const quotedIds = quotedIdsOf(post)
        return quotedIds.length === 0 ? null : quotedIds
      })
    }
  },
})

/**
 * Computes the excerpts and quoted posts of posts with quotes again: excerpts contained the words of others, and the
 * quotes of opening posts and those within lists and styles were not stored. Threads get the mentions of their excerpts.
 */
export const quotesMigration = (connection: Connection): Migration => ({
  id: 33,
  name: 'keep quoted words out of excerpts, and all quoted posts with posts',
  async run() {
    const db = connection.getClient().db(connection.name)
    for (const { name, path } of PLACES) {
      const found = db
        .collection(name)
        .find({ [`${path}content`]: /\[quote/i }, { batchSize: BATCH })
        .project<{ _id: mongo.ObjectId; content: string; quotedPostId?: number | null }>({
          content: `$${path}content`,
          quotedPostId: `$${path}quotedPostId`,
        })
      for await (const { _id, content, quotedPostId = null } of found) {
        const quotedIds = quotedIdsOf({ content, quotedPostId })
        const set = {
          [`${path}excerpt`]: postExcerptOf(content),
          ...(quotedIds.length === 0 ? {} : { [`${path}quotedIds`]: quotedIds }),
        }
        await db.collection(name).updateOne({ _id }, { $set: set })
      }
    }
    const openings = db
      .collection('posts')
      .find(
        { number: 1, $or: [{ content: /\[quote/i }, { mentions: { $exists: true } }] },
        { batchSize: BATCH },
      )
      .project<{ threadId: mongo.ObjectId; content: string; mentions?: object[] }>({
        threadId: 1,
        content: 1,
        mentions: 1,
      })
    for await (const { threadId, content, mentions } of openings) {
      const set = { excerpt: threadExcerptOf(content), ...(mentions ? { mentions } : {}) }
      await db.collection('threads').updateOne({ _id: threadId }, { $set: set })
    }
  },
})

/** Gives threads the first picture of their opening posts, for lists. */
export const picturesMigration = (connection: Connection): Migration => ({
  id: 60,
  name: 'show pictures of opening posts in lists',
  async run() {
    const db = connection.getClient().db(connection.name)
    const openings = db
      .collection('posts')
      .find({ number: 1, attachments: { $exists: true } }, { batchSize: BATCH })
      .project<{ threadId: mongo.ObjectId; attachments: PostAttachment[] }>({ threadId: 1, attachments: 1 })
    for await (const { threadId, attachments } of openings) {
      const picture = pictureOf(attachments)
      if (picture !== null) await db.collection('threads').updateOne({ _id: threadId }, { $set: { picture } })
    }
  },
})

const NAMED_QUOTE = /\[quote="[^\n]* post=\d/

/** Where posts are stored, the log first. */
const PLACES = [
  { name: 'threadEvents', path: 'post.' },
  { name: 'posts', path: '' },
] as const

/** Adds a field that follows from the content of posts to those that lack it; `valueOf` returns null for none. */
async function add(
  connection: Connection,
  { name, path }: (typeof PLACES)[number],
  field: string,
  filter: object,
  valueOf: (post: { content: string; quotedPostId: number | null }) => unknown,
): Promise<void> {
  const collection = connection.getClient().db(connection.name).collection(name)
  const added = `${path}${field}`
  const lacking = { [`${path}content`]: { $exists: true }, [added]: { $exists: false }, ...filter }
  // Projected under one name, wherever the collection has it.
  const found = collection.find(lacking, { batchSize: BATCH }).project<{
    _id: mongo.ObjectId
    content: string
    quotedPostId?: number | null
  }>({ content: `$${path}content`, quotedPostId: `$${path}quotedPostId` })
  let updates: mongo.AnyBulkWriteOperation[] = []
  const write = async () => {
    if (updates.length > 0) await collection.bulkWrite(updates, { ordered: false })
    updates = []
  }
  for await (const { _id, content, quotedPostId = null } of found) {
    const value = valueOf({ content, quotedPostId })
    if (value === null) continue
    updates.push({
      updateOne: { filter: { _id, [added]: { $exists: false } }, update: { $set: { [added]: value } } },
    })
    if (updates.length === BATCH) await write()
  }
  await write()
}
