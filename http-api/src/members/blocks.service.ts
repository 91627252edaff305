import type { Clock } from '@forum/shared/clock'
import type { UserSummary } from '@forum/shared/contract'
import { BLOCKED_LISTED_MAX } from '../platform/limits'
import { mayBlock, type Actor } from '@forum/shared/policies'
import type { Freshness } from '../log'
import type { CurrentValues } from '../platform/work/copies'
import type { MemberQueries } from './members.queries'
import { authorize } from '../platform/http/authorize'
import { BatchedReads } from '../platform/work/batched-reads'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { blockId, type BlockDoc } from './blocks.model'

type Blocking = Pick<BlockDoc, 'userId' | 'blockedId'>

interface BlockersRequest {
  blockedIds: readonly number[]
  among: readonly number[]
}

/**
 * Blocks between members. Messages and acts of a blocked member do not reach the blocker. Pages fold their posts and
 * hide their threads: responses are cached for all readers, and `CurrentUser.blocked` says whom a page has to hide.
 */
export class Blocks {
  private readonly reads = new BatchedReads<BlockersRequest, readonly Blocking[]>((requests) =>
    this.read(requests),
  )

  /** The members whom a member has blocked, most recent first. Every page reads them with the account. */
  private readonly blockedBy: CurrentValues<number, readonly number[]>

  constructor(
    private readonly db: { blocks: Collection<BlockDoc> },
    private readonly members: MemberQueries,
    private readonly clock: Clock,
    freshness: Freshness,
  ) {
    this.blockedBy = freshness.copies.values((userIds) => this.readBlocked(userIds))
  }

  /** Returns true if a member has blocked another. */
  async isBlocked(by: number, whom: number): Promise<boolean> {
    return (await this.db.blocks.findOne({ _id: blockId(by, whom) })) !== null
  }

  /**
   * Returns which of these authors of threads are hidden from a reader: those whom the reader has blocked, except from
   * boards that they moderate.
   */
  async hiddenFrom(
    userId: number,
    threads: readonly { authorId: number; boardId: number }[],
    tree: { moderatedBy: (userId: number) => readonly number[] },
  ): Promise<(thread: { authorId: number; boardId: number }) => boolean> {
    const ids = new Set(await this.blockedBy.get(userId))
    const authorIds = [...new Set(threads.map(({ authorId }) => authorId))].filter((id) => ids.has(id))
    if (authorIds.length === 0) return () => false
    const people = await this.members.people(authorIds)
    const moderated = new Map(
      authorIds.map((id) => [id, people.summary(id).role === 'user' ? new Set(tree.moderatedBy(id)) : null]),
    )
    return ({ authorId, boardId }) => {
      const moderatedIds = moderated.get(authorId)
      return moderatedIds !== undefined && moderatedIds !== null && !moderatedIds.has(boardId)
    }
  }

  /** Returns which of the members in `among` have blocked each of these. */
  async blockersOf(
    blockedIds: readonly number[],
    among: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    const request = { blockedIds, among }
    const found = (await this.reads.get(request)) ?? []
    const asked = { blocked: new Set(blockedIds), among: new Set(among) }
    const blockers = new Map<number, Set<number>>()
    for (const { userId, blockedId } of found) {
      if (!asked.blocked.has(blockedId) || !asked.among.has(userId)) continue
      blockers.set(blockedId, (blockers.get(blockedId) ?? new Set()).add(userId))
    }
    return blockers
  }

  private async read(requests: readonly BlockersRequest[]) {
    const found = await this.db.blocks
      .find<Blocking>(
        {
          blockedId: { $in: [...new Set(requests.flatMap(({ blockedIds }) => blockedIds))] },
          userId: { $in: [...new Set(requests.flatMap(({ among }) => among))] },
        },
        { projection: { _id: 0, userId: 1, blockedId: 1 } },
      )
      .toArray()
    return new Map(requests.map((request) => [request, found]))
  }

  /** Returns the members whom a member has blocked, most recent first. */
  async list(userId: number): Promise<UserSummary[]> {
    const ids = (await this.blockedBy.get(userId)) ?? []
    const people = await this.members.people(ids)
    return ids.map((id) => people.summary(id))
  }

  private async readBlocked(userIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const found = await this.db.blocks
      .find<Blocking>(
        { userId: { $in: userIds } },
        { projection: { _id: 0, userId: 1, blockedId: 1 }, sort: { createdAt: -1 } },
      )
      .toArray()
    const blocked = new Map<number, number[]>()
    for (const { userId, blockedId } of found) {
      const theirs = blocked.get(userId) ?? []
      if (theirs.length < BLOCKED_LISTED_MAX) theirs.push(blockedId)
      blocked.set(userId, theirs)
    }
    return blocked
  }

  /**
   * Blocks or unblocks a member.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN` for the caller's own account
   */
  async set(actor: Actor, whom: number, blocked: boolean): Promise<void> {
    const { _id: blockedId } = await this.members.byId(whom)
    authorize(mayBlock(actor, { id: blockedId }))
    const _id = blockId(actor.id, blockedId)
    if (blocked) {
      await this.db.blocks.updateOne(
        { _id },
        { $setOnInsert: { userId: actor.id, blockedId, createdAt: this.clock.now() } },
        { upsert: true, writeConcern: DURABLE },
      )
    } else await this.db.blocks.deleteOne({ _id }, { writeConcern: DURABLE })
    this.blockedBy.invalidate(actor.id)
  }
}
