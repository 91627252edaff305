import { randomUUID } from 'node:crypto'
import { DAY_MS, type Clock } from '@forum/shared/clock'
import type { Case, Settlement } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { CLAIM_MS, REPORTED_MESSAGE_DAYS } from '../../platform/limits'
import type { mongo } from 'mongoose'
import type { Collection } from '../../platform/mongo/model'
import { undoOf, type ActDraft, type ModerationLog } from '../../record'
import { DURABLE, violatedKey } from '../../platform/mongo/database'
import type { Publisher } from '../../platform/work/publisher'
import { actWork, withWork } from '../../platform/work/unfinished'
import type { Viewer } from '../../platform/http/viewer'
import type { ThreadLogCollections } from '../../log'
import type { Acts } from '../acts'
import { noticeOf, type CaseNotices } from './case-notices.service'
import type { CaseDoc } from './cases.model'
import type { CaseQueries } from './cases.queries'

export interface CaseServiceDeps {
  db: Pick<ThreadLogCollections, 'posts' | 'threads'> & { cases: Collection<CaseDoc> }
  queries: CaseQueries
  log: ModerationLog
  notices: CaseNotices
  acts: Acts
  publisher: Publisher
  clock: Clock
  onFailure: (error: unknown) => void
}

/** A settlement to apply to a case. */
export interface Resolution {
  action: Settlement
  until?: Date | null | undefined
  reason?: string | undefined
  note?: string | undefined
  /** For the author of a complaint. */
  answer?: string | undefined
}

/** Claims, releases, notes on and settles cases. */
export class CaseService {
  constructor(private readonly deps: CaseServiceDeps) {}

  /**
   * Returns a case with its notes. That somebody reads a reported message is logged.
   *
   * @throws ForumError `NOT_FOUND`
   */
  async read({ actor }: Viewer, id: number) {
    const { queries, log } = this.deps
    const found = await queries.byId(id, actor)
    if (found.kind === 'message') {
      await log.append([
        log.draft({
          ...(await this.describe(found)),
          key: `case ${id} read by ${actor.id}`,
          actorId: actor.id,
          action: 'read_message_report',
          target: `case ${id} read`,
        }),
      ])
    }
    return { case: await queries.presentWhole(found), history: await queries.history(found) }
  }

  /**
   * Keeps a case from other moderators for five minutes.
   *
   * @throws ForumError `NOT_FOUND`, `CONFLICT` if another has it or it is settled
   */
  async claim(viewer: Viewer, id: number): Promise<{ case: Case }> {
    await this.deps.queries.byId(id, viewer.actor)
    return this.shown(await this.takeClaim(viewer, id))
  }

  private async takeClaim({ actor }: Viewer, id: number): Promise<CaseDoc> {
    const now = this.deps.clock.now()
    const isFree = {
      $or: [{ claimedBy: null }, { claimedBy: actor.id }, { claimedUntil: { $lte: now } }],
    }
    const claimed = await this.change(
      { _id: id, status: 'open', ...isFree },
      { $set: { claimedBy: actor.id, claimedUntil: new Date(now.getTime() + CLAIM_MS) } },
    )
    if (!claimed) throw new ForumError('CONFLICT')
    await this.publish(claimed)
    return claimed
  }

  /**
   * Ends the caller's claim; does nothing if nobody has one.
   *
   * @throws ForumError `NOT_FOUND`, `CONFLICT` if another has it
   */
  async release({ actor }: Viewer, id: number): Promise<{ case: Case }> {
    const found = await this.deps.queries.byId(id, actor)
    if (found.claimedBy === null) return this.shown(found)
    const released = await this.change(
      { _id: id, claimedBy: actor.id },
      { $set: { claimedBy: null, claimedUntil: null } },
    )
    if (!released) throw new ForumError('CONFLICT')
    await this.publish(released)
    return this.shown(released)
  }

  /**
   * Adds a note for other moderators.
   *
   * @throws ForumError `NOT_FOUND`
   */
  async note({ actor }: Viewer, id: number, text: string): Promise<{ case: Case }> {
    await this.deps.queries.byId(id, actor)
    const note = { by: actor.id, at: this.deps.clock.now(), text }
    const noted = await this.change({ _id: id }, { $push: { notes: note } })
    if (!noted) throw new ForumError('NOT_FOUND')
    await this.publish(noted)
    return this.shown(noted)
  }

  /**
   * Settles every report of a case: does the act, as the caller, then closes the case. If the process dies in between,
   * the act is done and logged, and the case is settled by the moderator who takes it up again.
   *
   * @throws ForumError `NOT_FOUND`, `CONFLICT` if another has the case or it is settled, `VALIDATION_FAILED` for an act
   * that does not fit, and what the act itself throws
   */
  async resolve(viewer: Viewer, id: number, resolution: Resolution) {
    const { queries, log, notices, clock } = this.deps
    const before = await queries.byId(id, viewer.actor)
    requireFitting(before, resolution)
    await this.takeClaim(viewer, id)
    const actKey = await this.carryOut(viewer, before, resolution).catch(async (error: unknown) => {
      if (before.claimedBy !== viewer.actor.id) await this.release(viewer, id).catch(this.deps.onFailure)
      throw error
    })
    const { action, reason, note, answer } = resolution
    const now = clock.now()
    const act = log.draft({
      ...(await this.describe(before)),
      at: now,
      actorId: viewer.actor.id,
      action: action === 'dismiss' ? 'dismiss_report' : 'resolve_report',
      reason: reason || null,
      changes: [
        { field: 'case', before: id, after: id },
        { field: 'settlement', before: null, after: action },
      ],
      target: `case ${id}`,
    })
    const settled = await this.change(
      { _id: id, status: 'open', claimedBy: viewer.actor.id },
      withWork(
        {
          $set: {
            status: action === 'dismiss' ? 'dismissed' : 'resolved',
            handledBy: viewer.actor.id,
            handledAt: now,
            settled: {
              ...{ key: act.key, actKey, action, reason: reason || null, note: note || null },
              ...(answer ? { answer } : {}),
            },
            claimedBy: null,
            claimedUntil: null,
          },
          ...(note ? { $push: { notes: { by: viewer.actor.id, at: now, text: note } } } : {}),
        },
        actWork(act),
        { id: noticeOf(act.key), kind: 'case_notice', since: now, settlement: act.key },
      ),
    )
    if (!settled) throw new ForumError('CONFLICT')
    const undo = undoOf(await log.appendCarried(this.deps.db.cases, id, act))
    await notices.notify(settled)
    await this.publish(settled)
    return { ...(await this.shown(settled)), ...(undo ? { undo } : {}) }
  }

  /** Returns the key of a settlement's act in the log; null if there was nothing to do. */
  async actKeyOf(key: string): Promise<string | null> {
    const found = await this.deps.db.cases.findOne({ 'settled.key': key })
    return found?.settled?.actKey ?? null
  }

  /**
   * Opens a settled case again, claimed by the caller.
   *
   * @param settlement its key in the log, and the entry that is taken back
   * @throws ForumError `NOT_FOUND`, `CONFLICT` if it was settled otherwise since, or its subject reported again
   */
  async reopen(
    { actor }: Viewer,
    id: number,
    settlement: { key: string; undoes: number; reason?: string | undefined },
  ): Promise<void> {
    const { queries, log, clock, db } = this.deps
    const before = await queries.byId(id, actor)
    const act = log.draft({
      ...(await this.describe(before)),
      actorId: actor.id,
      action: 'reopen_report',
      reason: settlement.reason || null,
      undoes: settlement.undoes,
      target: `case ${id}`,
    })
    const reopened = await this.change(
      { _id: id, 'settled.key': settlement.key },
      withWork(
        {
          $set: {
            status: 'open',
            handledBy: null,
            handledAt: null,
            settled: null,
            claimedBy: actor.id,
            claimedUntil: new Date(clock.now().getTime() + CLAIM_MS),
          },
        },
        actWork(act),
      ),
    ).catch((error: unknown) => {
      throw violatedKey(error)?.includes('subject') ? new ForumError('CONFLICT') : error
    })
    if (!reopened) throw new ForumError('CONFLICT')
    await log.appendCarried(db.cases, id, act)
    await this.publish(reopened)
  }

  /** Does the act of a settlement; returns its key in the log, null if there was nothing to do. */
  private async carryOut(
    viewer: Viewer,
    { _id, authorId, postId, threadId }: CaseDoc,
    { action, until = null, reason = '' }: Resolution,
  ): Promise<string | null> {
    const { db, acts } = this.deps
    if (action === 'dismiss' || action === 'other') return null
    // A thread is deleted with its opening post.
    const opens = async () => (await db.posts.findOne({ _id: postId ?? 0 }))?.number === 1
    const named = action === 'delete_post' && (await opens()) ? 'delete_thread' : action
    const end = until?.toISOString() ?? null
    const done = await acts[named]({
      viewer,
      threadId,
      postId,
      userId: authorId,
      to: { mutedUntil: end, bannedUntil: end, isBanned: true },
      notes: { reason, key: `case ${_id} ${randomUUID()}` },
    })
    return done?.key ?? null
  }

  /** Returns what the log says about a case in every entry. */
  private async describe(found: CaseDoc): Promise<Partial<ActDraft>> {
    const { db } = this.deps
    const { authorId, boardId, threadId, postId, isAboutStaff } = found
    const [thread, post] = await Promise.all([
      threadId === null ? null : db.threads.findOne({ _id: threadId }),
      postId === null ? null : db.posts.findOne({ _id: postId }),
    ])
    return {
      userId: authorId === 0 ? null : authorId,
      boardIds: boardId === null ? [] : [boardId],
      threadId,
      postId,
      postNumber: post?.number ?? null,
      title: thread?.title ?? null,
      ...(isAboutStaff ? { isForAdmins: true } : {}),
    }
  }

  private async change(filter: object, update: mongo.UpdateFilter<CaseDoc>): Promise<CaseDoc | null> {
    return this.deps.db.cases.findOneAndUpdate(
      filter,
      { ...update, $inc: { version: 1 } },
      { returnDocument: 'after', writeConcern: DURABLE },
    )
  }

  private async shown(found: CaseDoc): Promise<{ case: Case }> {
    return { case: await this.deps.queries.presentWhole(found) }
  }

  /** Publishes a case to those who may handle it. A hint: their lists are read again after an outage of the bus. */
  private async publish(found: CaseDoc): Promise<void> {
    const { queries, publisher, onFailure } = this.deps
    try {
      await queries.publish(found, publisher)
    } catch (error) {
      onFailure(error)
    }
  }

  /** Removes the copies of messages whose cases were settled more than `REPORTED_MESSAGE_DAYS` ago. */
  async prune(): Promise<void> {
    const before = new Date(this.deps.clock.now().getTime() - REPORTED_MESSAGE_DAYS * DAY_MS)
    await this.deps.db.cases.updateMany(
      {
        kind: 'message',
        status: { $in: ['resolved', 'dismissed'] },
        handledAt: { $lt: before },
        'message.content': { $ne: null },
      },
      { $set: { 'message.subject': null, 'message.content': null }, $unset: { 'message.attachments': 1 } },
    )
  }
}

/** Refuses an act that does not fit what a case is about, and a mute without an end. */
function requireFitting({ kind, postId, authorId }: CaseDoc, { action, until, answer }: Resolution): void {
  const isOnPost = action === 'delete_post' || action === 'lock_thread'
  const isOnMember = action === 'mute_user' || action === 'ban_user'
  if (
    (isOnPost && postId === null) ||
    // There is no member, or only an alias: what happened to the account would tell whose post it was.
    (isOnMember && authorId <= 0) ||
    (action === 'other' && kind !== 'complaint')
  )
    throw refusedField('action', 'invalid')
  if (answer && kind !== 'complaint') throw refusedField('answer', 'invalid')
  if (action === 'mute_user' && !until) throw refusedField('until', 'required')
}
