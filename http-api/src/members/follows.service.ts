import type { Clock } from '@forum/shared/clock'
import type { UserSummary } from '@forum/shared/contract'
import { FOLLOWING_LISTED_MAX } from '../platform/limits'
import { mayFollow, type Actor } from '@forum/shared/policies'
import type { MemberQueries } from './members.queries'
import { authorize } from '../platform/http/authorize'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { followId, type FollowDoc } from './follows.model'

/** Members whom members follow: their new threads notify the followers. */
export class Follows {
  constructor(
    private readonly db: { follows: Collection<FollowDoc> },
    private readonly members: MemberQueries,
    private readonly clock: Clock,
  ) {}

  /** Returns followers of a member, in the order of their ids and after one of them. */
  async followersOf(
    followedId: number,
    { after, limit }: { after: number; limit: number },
  ): Promise<number[]> {
    const found = await this.db.follows
      .find<Pick<FollowDoc, 'userId'>>(
        { followedId, userId: { $gt: after } },
        // One reply of the server holds them all.
        { projection: { _id: 0, userId: 1 }, sort: { userId: 1 }, limit, batchSize: limit + 1 },
      )
      .toArray()
    return found.map(({ userId }) => userId)
  }

  /** Returns the members whom a member follows, most recent first. */
  async list(userId: number): Promise<UserSummary[]> {
    const follows = await this.db.follows
      .find<Pick<FollowDoc, 'followedId'>>(
        { userId },
        { projection: { followedId: 1 }, sort: { createdAt: -1 }, limit: FOLLOWING_LISTED_MAX },
      )
      .toArray()
    const people = await this.members.people(follows.map(({ followedId }) => followedId))
    return follows.map(({ followedId }) => people.summary(followedId))
  }

  /**
   * Follows a member or stops following them.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN` for the caller's own account
   */
  async set(actor: Actor, whom: number, followed: boolean): Promise<void> {
    const { _id: followedId } = await this.members.byId(whom)
    authorize(mayFollow(actor, { id: followedId }))
    const _id = followId(actor.id, followedId)
    if (followed) {
      await this.db.follows.updateOne(
        { _id },
        { $setOnInsert: { userId: actor.id, followedId, createdAt: this.clock.now() } },
        { upsert: true, writeConcern: DURABLE },
      )
    } else await this.db.follows.deleteOne({ _id }, { writeConcern: DURABLE })
  }
}
