import { ageMs, DAY_MS, type Clock } from '@forum/shared/clock'
import type { Author, ProfileTexts, UserSummary } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { COUNT_MAX, USERNAME_PATTERN } from '@forum/shared/limits'
import { MEMBERS_FOUND_MAX } from '../platform/limits'
import { LRUCache } from 'lru-cache'
import { sumOf, touchesOf, type Freshness, type ThreadEventDoc } from '../log'
import { BatchedReads } from '../platform/work/batched-reads'
import { readPage } from '../platform/http/read-page'
import { pick, projectionTo } from '../platform/mongo/audiences'
import type { Collection } from '../platform/mongo/model'
import { asOf } from './account-status'
import type { FormerNames } from './former-names.service'
import {
  CACHED_FIELDS,
  PROFILE_FIELDS,
  type CachedMember,
  type MemberDoc,
  type ProfileMember,
} from './members.model'
import { presentAuthor, presentSummary, presentTexts } from './members.presenter'
import { searchedName } from './names'

/** The members that one response mentions, fetched together. */
export class People {
  constructor(
    private readonly byId: ReadonlyMap<number, CachedMember>,
    private readonly openBoards: ReadonlySet<number>,
  ) {}

  has(id: number): boolean {
    return this.byId.has(id)
  }

  /** Returns true if the account is known to be deleted. */
  isDeleted(id: number): boolean {
    return this.byId.get(id)?.status === 'deleted'
  }

  author(id: number): Author {
    return presentAuthor(this.byId.get(id), id, this.openBoards)
  }

  /** Returns the texts of a member's profile as others see them. */
  profileTexts(id: number): ProfileTexts {
    return presentTexts(this.byId.get(id))
  }

  /** Returns the number of posts of a member in all boards, which only the member may learn. */
  allPosts(id: number): number {
    return Math.max(0, this.byId.get(id)?.postCount ?? 0)
  }

  /** Returns true if a member has a name that looks like another's. */
  hasAlikeName(id: number): boolean {
    return this.byId.get(id)?.hasAlikeName === true
  }

  /**
   * Returns true if a member is not staff and is new or has hardly written: maybe an advertiser.
   *
   * @param written the number of the member's posts: all of them, unless others see the result
   */
  isUnproven(
    id: number,
    now: Date,
    { days, posts }: { days: number; posts: number },
    written = this.allPosts(id),
  ): boolean {
    const member = this.byId.get(id)
    return (
      member?.role === 'user' &&
      (now.getTime() - member.joinedAt.getTime() < days * DAY_MS || written < posts)
    )
  }

  summary(id: number): UserSummary {
    return presentSummary(this.byId.get(id), id)
  }
}

/** Maximum staleness of a member's name and counts in responses to other members. */
const MAX_AGE_MS = 5_000
const KEPT_MAX = 10_000
/** The highest code point: every text that begins with `q` sorts before `q` followed by it. */
const LAST_CHARACTER = '\u{10ffff}'

/** The condition that a text begins with another, for an index. */
export const beginsWith = (text: string) => ({ $gte: text, $lt: `${text}${LAST_CHARACTER}` })

export class MemberQueries {
  private readonly kept = new LRUCache<number, { member: CachedMember; at: number }>({ max: KEPT_MAX })
  private readonly reads = new BatchedReads<number, CachedMember>(async (ids) => {
    const at = this.clock.now().getTime()
    const found = await this.db.members
      .find<CachedMember>({ _id: { $in: ids } }, { projection: projectionTo(CACHED_FIELDS) })
      .toArray()
    for (const member of found) this.kept.set(member._id, { member, at })
    return new Map(found.map((member) => [member._id, member]))
  })

  constructor(
    private readonly db: { members: Collection<MemberDoc> },
    private readonly clock: Clock,
    private readonly deps: {
      freshness: Freshness
      former: FormerNames
      /** Returns the boards that everyone sees. */
      openBoards: () => Promise<ReadonlySet<number>>
    },
  ) {
    const { freshness } = deps
    freshness.on('threadChanged', (_, events) => this.addCounts(events))
    freshness.on('memberChanged', (memberId) => this.kept.delete(memberId))
  }

  /**
   * Adds events to this process's cached copies, because the stored counters are updated only shortly after the
   * response: with this, the response and events of a new post already include it.
   */
  private addCounts(events: readonly ThreadEventDoc[]): void {
    for (const [key, touches] of touchesOf(events)) {
      const kept = key.startsWith('member:') ? this.kept.peek(Number(key.slice('member:'.length))) : undefined
      if (!kept) continue
      const { posts = 0, postsIn = {} } = sumOf(touches)
      const { member } = kept
      const counted = { ...member.postsIn }
      for (const [boardId, number] of Object.entries(postsIn))
        counted[boardId] = (counted[boardId] ?? 0) + number
      kept.member = { ...member, postCount: member.postCount + posts, postsIn: counted }
    }
  }

  /**
   * Caches a member who was read for another purpose at that time, unless a copy is fresh: it may already include posts
   * that are not counted in the database yet.
   */
  keep(member: MemberDoc, readAt: Date): void {
    const at = readAt.getTime()
    const kept = this.kept.peek(member._id)
    if (kept && Math.abs(at - kept.at) <= MAX_AGE_MS) return
    this.kept.set(member._id, { member: pick(member, CACHED_FIELDS), at })
  }

  /** Looks up all members that a response mentions in one query; they may be a few seconds old. */
  async people(ids: Iterable<number>): Promise<People> {
    const now = this.clock.now()
    const openBoards = await this.deps.openBoards()
    const members = new Map<number, CachedMember>()
    const unknown: number[] = []
    for (const id of new Set(ids)) {
      // An alias has no member.
      if (id < 0) continue
      const kept = this.kept.get(id)
      if (kept && ageMs(this.clock, kept.at) <= MAX_AGE_MS) members.set(id, asOf(kept.member, now))
      else unknown.push(id)
    }
    if (unknown.length === 0) return new People(members, openBoards)
    const found = await this.reads.getAll(unknown)
    for (const id of unknown) {
      const member = found.get(id)
      if (member) members.set(id, asOf(member, now))
    }
    return new People(members, openBoards)
  }

  /** Returns members who were read for another purpose, as a response mentions them. */
  async peopleIn(members: readonly CachedMember[]): Promise<People> {
    return new People(new Map(members.map((member) => [member._id, member])), await this.deps.openBoards())
  }

  /**
   * Returns a member in the current state.
   *
   * @throws ForumError `NOT_FOUND` if there is none, or the account was deleted
   */
  async byId(id: number): Promise<ProfileMember> {
    const [member] = await this.find({ _id: id }, {})
    if (!member || member.status === 'deleted') throw new ForumError('NOT_FOUND')
    return member
  }

  /** Returns members with an open account, the newest first. */
  async list({ page, limit }: { page: number; limit: number }): Promise<{
    members: ProfileMember[]
    total: number
  }> {
    const filter = { status: 'active' } as const
    const sort = { joinedAt: -1, _id: -1 } as const
    // The ids come from the index alone, so that skipped members are not fetched.
    const ids = await readPage({ page, limit }, (rows) =>
      this.db.members
        .find(filter, { projection: { _id: 1 }, sort, ...rows })
        .map(({ _id }) => _id)
        .toArray(),
    )
    const total = await this.db.members.countDocuments(filter, { limit: COUNT_MAX })
    return { members: await this.inOrder(ids), total }
  }

  /**
   * Returns a page of the members whom an admin looks for: staff and moderators of boards without a text, otherwise those
   * whose username begins with it or whose display name contains it. Banned and inactive members are included.
   */
  async administered({
    q,
    page,
    limit,
    boardModeratorIds,
  }: {
    q?: string | undefined
    page: number
    limit: number
    boardModeratorIds: readonly number[]
  }): Promise<{
    members: ProfileMember[]
    total: number
  }> {
    const status: { $in: MemberDoc['status'][] } = { $in: ['active', 'inactive', 'banned'] }
    const staff: MemberDoc['role'][] = ['moderator', 'admin']
    const part = searchedName(q ?? '')
    const filter =
      q === undefined
        ? {
            $or: [
              { role: { $in: staff }, status },
              { _id: { $in: [...boardModeratorIds] }, status },
            ],
          }
        : {
            $or: [
              { status, usernameLower: beginsWith(q.toLowerCase()) },
              ...(part === '' ? [] : [{ status, nameParts: { $elemMatch: beginsWith(part) } }]),
            ],
          }
    const skip = (page - 1) * limit
    const [members, total] = await Promise.all([
      this.find(filter, { sort: { _id: 1 }, limit, skip }),
      this.db.members.countDocuments(filter, { limit: COUNT_MAX }),
    ])
    return { members, total }
  }

  private async inOrder(ids: readonly number[]): Promise<ProfileMember[]> {
    if (ids.length === 0) return []
    const found = await this.find({ _id: { $in: ids } }, {})
    const byId = new Map(found.map((member) => [member._id, member]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /**
   * Finds members with an open account: those whose username begins with the text, in alphabetical order, then
   * those whose display name contains it.
   */
  async search(text: string, limit: number): Promise<UserSummary[]> {
    const username = text.toLowerCase()
    const part = searchedName(text)
    const status = 'active'
    const byUsername = await this.find(
      { status, usernameLower: beginsWith(username) },
      { sort: { status: 1, usernameLower: 1 }, limit },
    )
    const byName =
      part === '' || byUsername.length === limit
        ? []
        : await this.find({ status, nameParts: { $elemMatch: beginsWith(part) } }, { limit })
    const found = new Map([...byUsername, ...byName].map((member) => [member._id, member]))
    return [...found.values()].slice(0, limit).map((member) => presentSummary(member, member._id))
  }

  /**
   * Returns a page of the members whom `search` finds, and their number, counted up to `MEMBERS_FOUND_MAX`: those found
   * by username first.
   */
  async found(
    text: string,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ members: ProfileMember[]; total: number }> {
    const part = searchedName(text)
    const status = 'active'
    const idsOf = (filter: object, sort: Record<string, 1 | -1>) =>
      this.db.members
        .find(filter, {
          projection: { _id: 1 },
          sort,
          limit: MEMBERS_FOUND_MAX,
          batchSize: MEMBERS_FOUND_MAX + 1,
        })
        .map(({ _id }) => _id)
        .toArray()
    const [byUsername, byName] = await Promise.all([
      USERNAME_PATTERN.test(text)
        ? idsOf({ status, usernameLower: beginsWith(text.toLowerCase()) }, { status: 1, usernameLower: 1 })
        : [],
      part === ''
        ? []
        : idsOf({ status, nameParts: { $elemMatch: beginsWith(part) } }, { status: 1, nameParts: 1 }),
    ])
    const ids = [...new Set([...byUsername, ...byName])].slice(0, MEMBERS_FOUND_MAX)
    const skipped = (page - 1) * limit
    const shown = await this.inOrder(ids.slice(skipped, skipped + limit))
    return { members: shown.filter((member) => member.status === status), total: ids.length }
  }

  /** Returns the id of the member who has a username, in any case, or had it; null if there is none. */
  async idOf(username: string): Promise<number | null> {
    const found = await this.db.members.findOne(
      { usernameLower: username.toLowerCase() },
      { projection: { _id: 1 } },
    )
    return found ? Number(found._id) : this.deps.former.ownerOf(username)
  }

  private async find(
    filter: object,
    options: { sort?: Record<string, 1 | -1>; limit?: number; skip?: number },
  ): Promise<ProfileMember[]> {
    const projection = projectionTo(PROFILE_FIELDS)
    return await this.db.members.find<ProfileMember>(filter, { projection, ...options }).toArray()
  }
}
