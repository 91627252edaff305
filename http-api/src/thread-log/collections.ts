import type { Connection } from 'mongoose'
import { likeModel } from './likes.model'
import { postModel } from './posts.model'
import { threadEventModel } from './thread-events.model'
import { threadModel } from './threads.model'

/** The log and its projections. */
export const threadLogCollections = (connection: Connection) => ({
  likes: likeModel(connection),
  posts: postModel(connection),
  threadEvents: threadEventModel(connection),
  threads: threadModel(connection),
})
export type ThreadLogCollections = ReturnType<typeof threadLogCollections>
