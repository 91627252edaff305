import type { Clock } from '@forum/shared/clock'
import type { Author, UserSummary } from '@forum/shared/contract'
import { LRUCache } from 'lru-cache'
import type { Model } from 'mongoose'
import { BatchedReads } from '../platform/batched-reads'
import type { MemberDoc } from './members.model'
import { presentAuthor, presentSummary } from './members.presenter'

/** The members that one response mentions, fetched together. */
export class People {
  constructor(private readonly byId: ReadonlyMap<number, MemberDoc>) {}

  author(id: number): Author {
    return presentAuthor(this.byId.get(id), id)
  }

  summary(id: number): UserSummary {
    return presentSummary(this.byId.get(id), id)
  }
}

/** What responses show of a member: everything but what signs in. */
const SHOWN = { passwordHash: 0, email: 0, emailLower: 0, marks: 0 }
/** Maximum staleness of a member's name and counts where another member reads them. */
const MAX_AGE_MS = 5_000
const KEPT_MAX = 10_000

export class MemberQueries {
  private readonly kept = new LRUCache<number, { member: MemberDoc; at: number }>({ max: KEPT_MAX })
  private readonly reads = new BatchedReads<number, MemberDoc>(async (ids) => {
    const at = this.clock.now().getTime()
    const found = (await this.db.members.collection
      .find({ _id: { $in: ids as never[] } }, { projection: SHOWN })
      .toArray()) as unknown as MemberDoc[]
    for (const member of found) this.kept.set(member._id, { member, at })
    return new Map(found.map((member) => [member._id, member]))
  })

  constructor(
    private readonly db: { members: Model<MemberDoc> },
    private readonly clock: Clock,
  ) {}

  /**
   * Counts events in the copies that this process keeps, so that a response and the events of a new post already show
   * it: counters themselves move a moment after the response.
   */
  noteCounts(counts: readonly { subject: string; id: number; posts?: number; threads?: number }[]): void {
    for (const { subject, id, posts = 0, threads = 0 } of counts) {
      const kept = subject === 'member' ? this.kept.peek(id) : undefined
      if (!kept) continue
      const { member } = kept
      kept.member = {
        ...member,
        postCount: member.postCount + posts,
        threadCount: member.threadCount + threads,
      }
    }
  }

  /** Looks up all members that a response mentions at once, never one per row; they may be a few seconds old. */
  async people(ids: Iterable<number>): Promise<People> {
    const freshFrom = this.clock.now().getTime() - MAX_AGE_MS
    const members = new Map<number, MemberDoc>()
    const unknown: number[] = []
    for (const id of new Set(ids)) {
      const kept = this.kept.get(id)
      if (kept && kept.at >= freshFrom) members.set(id, kept.member)
      else unknown.push(id)
    }
    if (unknown.length === 0) return new People(members)
    const found = await this.reads.getAll(unknown)
    for (const id of unknown) {
      const member = found.get(id)
      if (member) members.set(id, member)
    }
    return new People(members)
  }
}
