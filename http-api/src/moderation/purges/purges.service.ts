import type { Clock } from '@forum/shared/clock'
import type { Purge } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { ALL_RIGHTS, isStaff, mayDiscipline, mayPurge, type Actor } from '@forum/shared/policies'
import type { MemberQueries, ProfileMember } from '../../members'
import type { ActDraft, LogEntryDoc, ModerationLog } from '../../record'
import { authorize } from '../../platform/http/authorize'
import type { PlatformCollections } from '../../platform/mongo/database'
import type { Ids } from '../../platform/mongo/ids'
import type { Collection } from '../../platform/mongo/model'
import type { Viewer } from '../../platform/http/viewer'
import type { PostService, ThreadService } from '../../threads'
import type { ActNotes, PostDoc, ThreadDoc, ThreadEventDoc, ThreadLogCollections } from '../../log'
import type { PurgeDoc } from './purges.model'
import { LongActs, type MayGoOn } from '../long-acts'
import { unlessRefused, viewerOf } from '../steps'
import type { RejectedTexts } from '../held/rejected-texts'
import { PurgeQueries, standingReplies, standingThreads } from './purges.queries'

/** Posts of one thread that are deleted together, between two renewals of the lease. */
const POSTS_AT_ONCE = 32
export interface PurgeServiceDeps {
  db: Pick<ThreadLogCollections, 'threads' | 'posts'> &
    Pick<PlatformCollections, 'leases'> & {
      purges: Collection<PurgeDoc>
      moderationLog: Collection<LogEntryDoc>
    }
  members: MemberQueries
  threads: ThreadService
  posts: PostService
  /** The texts that wait for approval. */
  held: RejectedTexts
  log: ModerationLog
  /** Refuses an act unless the password was typed recently in the session. */
  requireFreshPassword: (viewer: Viewer) => Promise<void>
  ids: Ids
  clock: Clock
  onFailure: (error: unknown) => void
}

/** Deletes everything that a member wrote, rejects what of it waits for approval, and restores both. */
export class PurgeService {
  readonly acts: LongActs<'purge', PurgeDoc>
  private readonly queries: PurgeQueries

  constructor(private readonly deps: PurgeServiceDeps) {
    this.queries = new PurgeQueries(deps.db, deps.held)
    this.acts = new LongActs({
      ...deps,
      documents: deps.db.purges,
      kind: 'purge',
      actOf: (purge) => this.actOf(purge),
      work: (purge, mayGoOn) => this.deleteAll(purge, mayGoOn),
      takeBack: (purge, mayGoOn) => this.restoreAll(purge, mayGoOn),
    })
  }

  /**
   * Returns what a purge would delete, or how far the one has got that is under way.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `MUTED`
   */
  async preview({ actor }: Viewer, userId: number, keepThreadIds: readonly number[]): Promise<Purge> {
    await this.authorize(actor, userId)
    const active = await this.deps.db.purges.findOne({ userId, isActive: true })
    if (active) return this.queries.present(active)
    const { items, ...counts } = await this.queries.find(userId, keepThreadIds)
    return { id: null, status: 'preview', userId, ...counts, done: 0, undoUntil: null, items }
  }

  /**
   * Begins to delete all threads and replies of a member, except threads that are to be kept.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `MUTED`, `PASSWORD_REQUIRED`, `CONFLICT` while another purge of the
   * member is under way
   */
  async begin(
    viewer: Viewer,
    userId: number,
    { reason, keepThreadIds }: { reason: string; keepThreadIds: readonly number[] },
  ): Promise<Purge> {
    await this.authorize(viewer.actor, userId)
    await this.deps.requireFreshPassword(viewer)
    return this.queries.present(await this.open(viewer.actor, userId, { reason, keepThreadIds }))
  }

  /**
   * Deletes all threads and replies of a member for the operator, in the name of an admin; returns when that is done.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN` if that is no admin or the member is one, `CONFLICT`
   */
  async complete(userId: number, adminId: number, reason: string): Promise<Pick<Purge, 'threads' | 'posts'>> {
    const { _id: id, role } = await this.deps.members.byId(adminId)
    if (role !== 'admin') throw new ForumError('FORBIDDEN')
    const actor: Actor = { id, role, moderatedBoardIds: [], isMuted: false, boards: ALL_RIGHTS }
    await this.authorize(actor, userId)
    const { threads, posts } = await this.open(actor, userId, { reason, keepThreadIds: [] })
    await this.acts.jobs.drain()
    return { threads, posts }
  }

  private async open(
    actor: Actor,
    userId: number,
    { reason, keepThreadIds }: { reason: string; keepThreadIds: readonly number[] },
  ): Promise<PurgeDoc> {
    const { ids, clock } = this.deps
    const { items: _, ...found } = await this.queries.find(userId, keepThreadIds)
    return this.acts.begin({
      _id: await ids.next('purges'),
      userId,
      actorId: actor.id,
      at: clock.now(),
      reason,
      keepThreadIds: [...keepThreadIds],
      ...found,
    })
  }

  /**
   * Returns how far a purge has got.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`
   */
  async get({ actor }: Viewer, id: number): Promise<Purge> {
    const { purge, member } = await this.found(actor, id)
    authorize(mayDiscipline(actor, { id: member._id, role: member.role }))
    return this.queries.present(purge)
  }

  /**
   * Stops a purge after the step that is under way. What it has deleted stays deleted; another one deletes the rest.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `MUTED`, `CONFLICT` if it is not under way
   */
  async stopOne({ actor }: Viewer, id: number): Promise<Purge> {
    const { purge, member } = await this.found(actor, id)
    authorize(mayPurge(actor, { id: member._id, role: member.role }))
    const act = this.deps.log.draft({
      actorId: actor.id,
      action: 'stop_purge',
      userId: purge.userId,
      target: `purge ${id} stop`,
      changes: [{ field: 'purge', before: id, after: id }],
    })
    return this.queries.present(await this.acts.stop(id, act))
  }

  /**
   * Begins to restore what a purge has deleted, also while it is still under way.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `MUTED`, `CONFLICT` if it has been taken back, or is too old
   */
  async undo({ actor }: Viewer, id: number, notes: ActNotes = {}): Promise<Purge> {
    const { purge, member } = await this.found(actor, id)
    authorize(mayPurge(actor, { id: member._id, role: member.role }))
    const act = this.deps.log.draft({
      actorId: actor.id,
      action: 'undo_purge',
      userId: purge.userId,
      reason: notes.reason ?? null,
      target: `purge ${id}`,
      changes: [{ field: 'purge', before: id, after: null }],
    })
    return this.queries.present(await this.acts.undo(purge, act))
  }

  private async authorize(actor: Actor, userId: number): Promise<void> {
    if (!isStaff(actor)) throw new ForumError('FORBIDDEN')
    const { role } = await this.deps.members.byId(userId)
    authorize(mayPurge(actor, { id: userId, role }))
  }

  private async found(actor: Actor, id: number): Promise<{ purge: PurgeDoc; member: ProfileMember }> {
    if (!isStaff(actor)) throw new ForumError('FORBIDDEN')
    const purge = await this.deps.db.purges.findOne({ _id: id })
    if (!purge) throw new ForumError('NOT_FOUND')
    return { purge, member: await this.deps.members.byId(purge.userId) }
  }

  private actOf({ _id, userId, actorId, at, reason, threads, posts }: PurgeDoc): ActDraft {
    return this.deps.log.draft({
      key: `purge:${_id}`,
      at,
      actorId,
      action: 'purge_user',
      userId,
      reason,
      target: `purge ${_id}`,
      changes: [
        { field: 'purge', before: null, after: _id },
        { field: 'threads', before: threads, after: 0 },
        { field: 'posts', before: posts, after: 0 },
      ],
    })
  }

  private async deleteAll(
    purge: PurgeDoc,
    mayGoOn: MayGoOn,
  ): Promise<Pick<PurgeDoc, 'threads' | 'posts' | 'held'> | null> {
    const { _id, reason, actorId } = purge
    const steps = { viewer: viewerOf(actorId, 'moderator'), notes: { reason, purgeId: _id } }
    // The next pass finds texts that the member writes meanwhile.
    for (let deleted = 1; deleted > 0;) {
      const pass = await this.deleteOnce(purge, mayGoOn, steps)
      if (pass === null) return null
      deleted = pass
    }
    return this.queries.countDone(_id)
  }

  /** Deletes what it finds and returns how much that was; null if the work may not go on. */
  private async deleteOnce(
    purge: PurgeDoc,
    mayGoOn: MayGoOn,
    { viewer, notes }: { viewer: Viewer; notes: ActNotes },
  ): Promise<number | null> {
    const { db, threads, posts } = this.deps
    const { userId, keepThreadIds } = purge
    if (!(await mayGoOn())) return null
    // First: a text that is approved meanwhile is found among the others.
    let deleted = await this.deps.held.purge(purge)
    const found = await db.threads
      .find<Pick<ThreadDoc, '_id'>>(standingThreads(userId, keepThreadIds), { projection: { _id: 1 } })
      .toArray()
    for (const { _id } of found) {
      if (!(await mayGoOn())) return null
      deleted += countOf([await unlessRefused(threads.remove(viewer, _id, notes))])
    }
    const replies = await db.posts
      .find<Pick<PostDoc, '_id' | 'threadId'>>(standingReplies(userId), { projection: { threadId: 1 } })
      .toArray()
    for (const together of groupsOf(replies)) {
      if (!(await mayGoOn())) return null
      // Queued together, the events of a thread take one insert.
      const removals = together.map(({ _id }) => unlessRefused(posts.remove(viewer, _id, notes)))
      deleted += countOf(await Promise.all(removals))
    }
    return deleted
  }

  private async restoreAll(purge: PurgeDoc, mayGoOn: MayGoOn): Promise<boolean> {
    const { db, threads, posts, held } = this.deps
    const { _id: purgeId } = purge
    const viewer = viewerOf(purge.undoneBy ?? purge.actorId, 'moderator')
    const notes = { purgeId }
    // Posts first: those of deleted threads appear together with their thread.
    const replies = await db.posts
      .find<Pick<PostDoc, '_id' | 'threadId'>>({ purgeId }, { projection: { threadId: 1 } })
      .toArray()
    for (const together of groupsOf(replies)) {
      if (!(await mayGoOn())) return false
      await Promise.all(together.map(({ _id }) => unlessRefused(posts.restore(viewer, _id, notes))))
    }
    const found = await db.threads
      .find<Pick<ThreadDoc, '_id'>>({ purgeId }, { projection: { _id: 1 } })
      .toArray()
    for (const { _id } of found) {
      if (!(await mayGoOn())) return false
      await unlessRefused(threads.restore(viewer, _id, notes))
    }
    if (!(await mayGoOn())) return false
    await held.restore(purgeId)
    return true
  }
}

const countOf = (events: readonly (ThreadEventDoc | null)[]): number =>
  events.filter((event) => event !== null).length

/** Groups posts by their thread, a few at a time. */
function groupsOf<Found extends Pick<PostDoc, 'threadId'>>(posts: readonly Found[]): Found[][] {
  const byThread = new Map<number, Found[]>()
  for (const post of posts) {
    const { threadId } = post
    byThread.set(threadId, [...(byThread.get(threadId) ?? []), post])
  }
  return [...byThread.values()].flatMap((ofThread) =>
    Array.from({ length: Math.ceil(ofThread.length / POSTS_AT_ONCE) }, (_, i) =>
      ofThread.slice(i * POSTS_AT_ONCE, (i + 1) * POSTS_AT_ONCE),
    ),
  )
}
