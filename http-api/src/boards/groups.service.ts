import { ageMs, DAY_MS, type Clock } from '@forum/shared/clock'
import { paginate, type Api, type BodyOf, type Group } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { GROUPS_MAX } from '@forum/shared/limits'
import { mayAdminister } from '@forum/shared/policies'
import type { Freshness } from '../log'
import { NOT_DELETED, presentSummary, type MemberDoc, type MemberQueries } from '../members'
import { changedFields, RevisedDocument, type ModerationLog } from '../record'
import { authorize } from '../platform/http/authorize'
import { newInvitationCode } from '../platform/invitation-codes'
import type { Viewer } from '../platform/http/viewer'
import { DURABLE, type PlatformCollections } from '../platform/mongo/database'
import { underLease } from '../platform/mongo/leases'
import type { Collection } from '../platform/mongo/model'
import type { Copies } from '../platform/work/copies'
import { actWork, withWork } from '../platform/work/unfinished'
import type { BoardDoc } from './boards.model'
import {
  groupRequestId,
  type AdmittedMember,
  type GroupRequestDoc,
  type GroupsDoc,
  type StoredGroup,
} from './groups.model'

type Given = BodyOf<Api['updateGroup']>
type Act = 'create_group' | 'update_group' | 'delete_group'

export interface GroupsDeps {
  db: Pick<PlatformCollections, 'leases'> & {
    groups: Collection<GroupsDoc>
    groupRequests: Collection<GroupRequestDoc>
    boards: Collection<BoardDoc>
    members: Collection<MemberDoc>
  }
  members: MemberQueries
  freshness: Freshness
  log: ModerationLog
  clock: Clock
  copies: Copies
  /** Called with the members who see other boards than before. */
  onRightsChanged: (userIds: readonly number[]) => Promise<void>
  /** Called when the rights of members may have changed who are not known one by one. */
  onAccessChanged: () => Promise<void>
  onFailure: (error: unknown) => void
}

/** Groups of members, to which boards can be open. */
export class Groups {
  private readonly document: RevisedDocument<GroupsDoc, readonly StoredGroup[]>

  constructor(private readonly deps: GroupsDeps) {
    this.document = new RevisedDocument({
      clock: deps.clock,
      copies: deps.copies,
      collection: deps.db.groups,
      log: deps.log,
      missing: { groups: [], lastId: 0, revision: 0 },
      contentOf: ({ groups }) => groups,
    })
  }

  /** Returns the groups that a member is in: those they were added to, and those that fill by age and posts. */
  async idsOf(member: AdmittedMember): Promise<number[]> {
    const { groupIds = [], joinedAt, postCount } = member
    const groups = await this.document.current()
    const age = ageMs(this.deps.clock, joinedAt.getTime())
    return groups
      .filter(
        ({ id, joining, days, posts }) =>
          groupIds.includes(id) || (joining === 'auto' && age >= days * DAY_MS && postCount >= posts),
      )
      .map(({ id }) => id)
  }

  /**
   * Returns all groups, with their codes and how many members were added to each.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async list({ actor }: Viewer): Promise<Group[]> {
    authorize(mayAdminister(actor))
    return this.present((await this.document.read()).groups)
  }

  private async present(groups: readonly StoredGroup[]): Promise<Group[]> {
    const { db } = this.deps
    const ids = groups.map(({ id }) => id)
    const [members, requests] = await Promise.all([
      db.members
        .aggregate<Counted>([
          { $match: { groupIds: { $in: ids } } },
          { $project: { _id: 0, groupIds: 1 } },
          { $unwind: '$groupIds' },
          { $group: { _id: '$groupIds', count: { $sum: 1 } } },
        ])
        .toArray(),
      db.groupRequests
        .aggregate<Counted>([
          { $match: { groupId: { $in: ids } } },
          { $group: { _id: '$groupId', count: { $sum: 1 } } },
        ])
        .toArray(),
    ])
    const countOf = (counted: readonly Counted[], id: number) =>
      counted.find(({ _id }) => _id === id)?.count ?? 0
    return groups.map((group) => ({
      ...group,
      memberCount: countOf(members, group.id),
      requestCount: countOf(requests, group.id),
    }))
  }

  /** Returns the groups that a member is in, asks to join, or may join. */
  async listFor({ actor }: Viewer) {
    const { db } = this.deps
    const member = await db.members.findOne({ _id: actor.id })
    if (!member) throw new ForumError('NOT_FOUND')
    const [groups, joinedIds, requests] = await Promise.all([
      this.document.current(),
      this.idsOf(member),
      db.groupRequests.find({ userId: actor.id }).toArray(),
    ])
    const asked = new Set(requests.map(({ groupId }) => groupId))
    return groups
      .filter(({ id, joining }) => joinedIds.includes(id) || joining === 'request' || joining === 'code')
      .map(({ id, name, joining }) => {
        const standing = asked.has(id) ? ('asked' as const) : ('none' as const)
        return { id, name, joining, standing: joinedIds.includes(id) ? ('member' as const) : standing }
      })
  }

  /**
   * Makes a group.
   *
   * @throws ForumError `FORBIDDEN`, `VALIDATION_FAILED` for a name that another group has, `CONFLICT` if there are as many
   * as there may be
   */
  async create(viewer: Viewer, given: BodyOf<Api['createGroup']>): Promise<Group> {
    return this.change(viewer, 'create_group', ({ groups, lastId }) => {
      if (groups.length >= GROUPS_MAX) throw new ForumError('CONFLICT')
      requireFree(groups, given)
      const { name, joining, days = 0, posts = 0 } = given
      const code = joining === 'code' ? newInvitationCode() : null
      const group = { id: lastId + 1, name, joining, code, days, posts }
      return { before: null, after: group, groups: [...groups, group], lastId: group.id }
    })
  }

  /**
   * Changes a group. One that is newly joined by a code gets another code.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND`, `VALIDATION_FAILED` for a name that another group has
   */
  async update(viewer: Viewer, id: number, given: Given): Promise<Group> {
    return this.change(viewer, 'update_group', ({ groups, lastId }) => {
      const before = groups.find((each) => each.id === id)
      if (!before) throw new ForumError('NOT_FOUND')
      const others = groups.filter((each) => each !== before)
      requireFree(others, given)
      const joining = given.joining ?? before.joining
      const code = joining === 'code' ? (before.code ?? newInvitationCode()) : null
      const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      const after: StoredGroup = { ...before, ...changed, joining, code }
      return { before, after, groups: groups.map((each) => (each === before ? after : each)), lastId }
    })
  }

  /**
   * Removes a group.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND`, `CONFLICT` while a board is open to it
   */
  async remove(viewer: Viewer, id: number): Promise<void> {
    const { db, freshness } = this.deps
    await this.change(viewer, 'delete_group', async ({ groups, lastId }) => {
      const before = groups.find((each) => each.id === id)
      if (!before) throw new ForumError('NOT_FOUND')
      if ((await db.boards.findOne({ groupIds: id, deletedAt: null })) !== null)
        throw new ForumError('CONFLICT')
      return { before, after: null, groups: groups.filter((each) => each !== before), lastId }
    })
    // Ids are never used again, so what a crash leaves of these opens nothing.
    await db.groupRequests.deleteMany({ groupId: id })
    const members = await db.members.find({ groupIds: id }, { projection: { _id: 1 } }).toArray()
    await db.members.updateMany({ groupIds: id }, { $pull: { groupIds: id } })
    for (const { _id } of members) freshness.emit('memberChanged', _id)
  }

  /**
   * Returns whom a group was given, or asks for: requests first, then members by their ids.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND`
   */
  async membersOf({ actor }: Viewer, id: number, { page, limit }: { page: number; limit: number }) {
    authorize(mayAdminister(actor))
    await this.find(id)
    const { db } = this.deps
    const [requests, total] = await Promise.all([
      db.groupRequests.find({ groupId: id }, { sort: { askedAt: 1 } }).toArray(),
      db.members.countDocuments({ groupIds: id }),
    ])
    const skip = (page - 1) * limit
    const asking = requests.slice(skip, skip + limit)
    const remaining = limit - asking.length
    const found =
      remaining === 0
        ? []
        : await db.members
            .find(
              { groupIds: id },
              { sort: { _id: 1 }, skip: Math.max(0, skip - requests.length), limit: remaining },
            )
            .toArray()
    const people = await this.deps.members.people(asking.map(({ userId }) => userId))
    return {
      members: [
        ...asking.map(({ userId, askedAt }) => ({
          user: people.summary(userId),
          standing: 'asked' as const,
          askedAt: askedAt.toISOString(),
        })),
        ...found.map((member) => ({
          user: presentSummary(member, member._id),
          standing: 'member' as const,
          askedAt: null,
        })),
      ],
      pagination: paginate(page, limit, requests.length + total),
    }
  }

  /**
   * Adds a member to a group, or takes one out; a request of the member is settled by either.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND`
   */
  async setMember({ actor }: Viewer, id: number, userId: number, isMember: boolean): Promise<void> {
    authorize(mayAdminister(actor))
    const group = await this.find(id)
    const { db, log } = this.deps
    const member = await db.members.findOne({ _id: userId, ...NOT_DELETED })
    if (!member) throw new ForumError('NOT_FOUND')
    await db.groupRequests.deleteOne({ _id: groupRequestId(id, userId) }, { writeConcern: DURABLE })
    if ((member.groupIds ?? []).includes(id) === isMember) return
    const act = log.draft({
      actorId: actor.id,
      action: isMember ? 'add_to_group' : 'remove_from_group',
      target: `user ${userId}`,
      userId,
      changes: [
        { field: 'group', before: isMember ? null : group.name, after: isMember ? group.name : null },
      ],
    })
    const change = isMember ? { $addToSet: { groupIds: id } } : { $pull: { groupIds: id } }
    await db.members.updateOne(
      { _id: userId, ...NOT_DELETED },
      { ...withWork({}, actWork(act)), ...change },
      { writeConcern: DURABLE },
    )
    await this.applyRights(userId)
    await log.appendCarried(db.members, userId, act)
  }

  /**
   * Joins a group, or asks to; asking again changes nothing.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN` for a group that members cannot join, `VALIDATION_FAILED` for a wrong code
   */
  async join({ actor }: Viewer, id: number, code: string | undefined): Promise<'member' | 'asked'> {
    const { db, clock } = this.deps
    const group = await this.find(id)
    const member = await db.members.findOne({ _id: actor.id })
    if (!member) throw new ForumError('NOT_FOUND')
    if ((await this.idsOf(member)).includes(id)) return 'member'
    switch (group.joining) {
      case 'byHand':
      case 'auto':
        throw new ForumError('FORBIDDEN')
      case 'request':
        await db.groupRequests.updateOne(
          { _id: groupRequestId(id, actor.id) },
          { $setOnInsert: { groupId: id, userId: actor.id, askedAt: clock.now() } },
          { upsert: true, writeConcern: DURABLE },
        )
        return 'asked'
      case 'code': {
        if ((code ?? '').trim().toUpperCase() !== group.code) throw refusedField('code', 'invalid')
        await db.members.updateOne(
          { _id: actor.id, ...NOT_DELETED },
          { $addToSet: { groupIds: id } },
          { writeConcern: DURABLE },
        )
        await this.applyRights(actor.id)
        return 'member'
      }
    }
  }

  /**
   * Leaves a group, or withdraws the request to join it.
   *
   * @throws ForumError `NOT_FOUND`
   */
  async leave({ actor }: Viewer, id: number): Promise<void> {
    const { db } = this.deps
    await this.find(id)
    await db.groupRequests.deleteOne({ _id: groupRequestId(id, actor.id) }, { writeConcern: DURABLE })
    const { modifiedCount } = await db.members.updateOne(
      { _id: actor.id, ...NOT_DELETED },
      { $pull: { groupIds: id } },
      { writeConcern: DURABLE },
    )
    if (modifiedCount > 0) await this.applyRights(actor.id)
  }

  /** Refuses ids of groups that do not exist. */
  async requireAll(ids: readonly number[]): Promise<void> {
    const { groups } = await this.document.read()
    if (!ids.every((id) => groups.some((group) => group.id === id))) throw refusedField('groupIds', 'invalid')
  }

  private async find(id: number): Promise<StoredGroup> {
    const group = (await this.document.read()).groups.find((each) => each.id === id)
    if (!group) throw new ForumError('NOT_FOUND')
    return group
  }

  private async applyRights(userId: number): Promise<void> {
    this.deps.freshness.emit('memberChanged', userId)
    await this.deps.onRightsChanged([userId]).catch(this.deps.onFailure)
  }

  private async change(
    viewer: Viewer,
    action: Act,
    next: (stored: Omit<GroupsDoc, '_id'>) => Changed | Promise<Changed>,
  ): Promise<Group> {
    authorize(mayAdminister(viewer.actor))
    const { db, clock, freshness } = this.deps
    return underLease(db, clock, 'boards', async (confirm) => {
      const { result: changed } = await this.document.change(async (stored) => {
        const { before, after, groups, lastId } = await next(stored)
        const changed = after ?? before
        if (!changed) throw new Error('nothing has changed')
        const changes = changedFields(loggedOf(before), loggedOf(after))
        await confirm()
        const act = { actorId: viewer.actor.id, action, target: `group ${changed.id}`, changes }
        return { result: changed, change: { act, set: { groups, lastId } } }
      })
      // Those who came in by age and posts may have to leave.
      freshness.emit('boardTreeChanged')
      await this.deps.onAccessChanged().catch(this.deps.onFailure)
      const [shown] = await this.present([changed])
      if (!shown) throw new Error('no group is shown')
      return shown
    })
  }
}

interface Counted {
  /** A group. */
  _id: number
  count: number
}

interface Changed {
  before: StoredGroup | null
  after: StoredGroup | null
  groups: StoredGroup[]
  lastId: number
}

function requireFree(others: readonly StoredGroup[], { name }: Given): void {
  if (others.some((each) => each.name === name)) throw refusedField('name', 'taken')
}

/** Without the code: moderators read the log, too. */
const loggedOf = (group: StoredGroup | null) =>
  group && { name: group.name, joining: group.joining, days: group.days, posts: group.posts }
