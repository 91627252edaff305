import type { Connection } from 'mongoose'
import { likeCollection } from './likes.model'
import { movedPostCollection } from './moved-posts.model'
import { pollVoteCollection } from './poll-votes.model'
import { postCollection } from './posts.model'
import { threadEventCollection } from './thread-events.model'
import { threadCollection } from './threads.model'

/** The log and its projections. */
export const threadLogCollections = (connection: Connection) => ({
  likes: likeCollection(connection),
  movedPosts: movedPostCollection(connection),
  pollVotes: pollVoteCollection(connection),
  posts: postCollection(connection),
  threadEvents: threadEventCollection(connection),
  threads: threadCollection(connection),
})
export type ThreadLogCollections = ReturnType<typeof threadLogCollections>
