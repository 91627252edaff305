import type { mongo } from 'mongoose'
import { randomUUID } from 'node:crypto'
import { DAY_MS, type Clock } from '@forum/shared/clock'
import { isUndoable } from '@forum/shared/acts'
import { audiences } from '@forum/shared/events'
import { MODERATION_LOG_DAYS, UNDO_DAYS } from '@forum/shared/limits'
import type { Collection } from '../platform/mongo/model'
import type { MemberQueries } from '../members'
import { NumberedAppends } from '../platform/mongo/numbered-appends'
import { findOverdue } from '../platform/mongo/database-time'
import type { Publisher } from '../platform/work/publisher'
import { SYSTEM, type ActDraft, type LogEntryDoc } from './moderation-log.model'

/** A document that keeps acts until they are logged. */
interface KeepingDoc {
  _id: number | string
  unlogged?: ActDraft[]
  unloggedSince?: Date
}
/** A collection of such documents, whatever else they contain. */
export type Keeper = Pick<Collection<mongo.Document>, 'collectionName'>
const documentsOf = (keeper: Keeper) => keeper as unknown as Collection<KeepingDoc>

export interface ModerationLogDeps {
  db: { moderationLog: Collection<LogEntryDoc> }
  /** The collections whose documents keep acts until they are logged. */
  keepers: readonly Keeper[]
  members: MemberQueries
  publisher: Publisher
  clock: Clock
  /** Called with appended entries before their acts count as logged; may be called again with the same. */
  onAppended: (entries: readonly LogEntryDoc[]) => Promise<void>
  onFailure: (error: unknown) => void
}

/** The log of privileged acts. */
export class ModerationLog {
  private readonly appends: NumberedAppends<LogEntryDoc>

  constructor(private readonly deps: ModerationLogDeps) {
    this.appends = new NumberedAppends(deps.db.moderationLog)
  }

  /** Returns an act without effect on a thread, with the fields that are not given empty. */
  draft(act: Pick<ActDraft, 'actorId' | 'action' | 'target'> & Partial<ActDraft>): ActDraft {
    return {
      key: randomUUID(),
      at: this.deps.clock.now(),
      userId: null,
      boardIds: [],
      threadId: null,
      postId: null,
      postNumber: null,
      title: null,
      reason: null,
      changes: [],
      seq: 0,
      ...act,
    }
  }

  /** Appends acts to the log, unless it contains them, and publishes them. Returns their entries. */
  async append(acts: readonly ActDraft[]): Promise<LogEntryDoc[]> {
    if (acts.length === 0) return []
    const entries = await this.appends.append(acts)
    for (const { undoes, actorId, at } of entries) {
      if (undoes === undefined) continue
      await this.deps.db.moderationLog.updateOne(
        { _id: undoes, undoneBy: { $exists: false } },
        { $set: { undoneBy: actorId, undoneAt: at } },
      )
    }
    await this.deps.onAppended(entries)
    // A hint: lists of moderators are read again after an outage of the bus.
    await this.publish(entries).catch(this.deps.onFailure)
    return entries
  }

  /** Logs an act that a document keeps; the next sweep repeats what fails. Returns the entry, null after a failure. */
  async appendKept(keeper: Keeper, id: number | string, act: ActDraft): Promise<LogEntryDoc | null> {
    try {
      const [entry = null] = await this.append([act])
      await this.forget(keeper, id, [act])
      return entry
    } catch (error) {
      this.deps.onFailure(error)
      return null
    }
  }

  /** Logs what other processes left behind. */
  async sweep(now: Date): Promise<void> {
    for (const keeper of this.deps.keepers) {
      for (const { _id, unlogged = [] } of await findOverdue(documentsOf(keeper), 'unloggedSince', now)) {
        await this.append(unlogged)
        await this.forget(keeper, _id, unlogged)
      }
    }
  }

  private async forget(keeper: Keeper, _id: number | string, acts: readonly ActDraft[]): Promise<void> {
    const keys = acts.map(({ key }) => key)
    const documents = documentsOf(keeper)
    await documents.updateOne({ _id }, { $pull: { unlogged: { key: { $in: keys } } } })
    await documents.updateOne({ _id, unlogged: { $size: 0 } }, { $unset: { unlogged: 1, unloggedSince: 1 } })
  }

  private async publish(entries: readonly LogEntryDoc[]): Promise<void> {
    const { members, publisher } = this.deps
    if (!publisher.isActive) return
    const people = await members.people(entries.map(({ actorId }) => actorId))
    for (const entry of entries) {
      if (entry.isForAdmins) continue
      const { _id, key, at, action, actorId, boardIds, threadId, postId, userId } = entry
      const payload = {
        action,
        by: actorId === SYSTEM ? null : people.summary(actorId),
        ...(postId === null ? {} : { postId }),
        ...(threadId === null ? {} : { threadId }),
        ...(userId === null ? {} : { userId }),
        ...(isUndoableEntry(entry) ? { undo: undoOf(entry) } : {}),
      }
      const envelope = { id: `act:${key}`, at: at.toISOString() }
      for (const audience of [audiences.moderation(), ...boardIds.map((id) => audiences.moderation(id))]) {
        await publisher.publish(audience, 'moderation:acted', payload, envelope)
      }
    }
  }

  /** Removes entries that are older than `MODERATION_LOG_DAYS`. */
  async prune(): Promise<void> {
    await this.appends.removeBefore(new Date(this.deps.clock.now().getTime() - MODERATION_LOG_DAYS * DAY_MS))
  }
}

/** Whether an act can be taken back at all; what the forum does on its own cannot. */
export const isUndoableEntry = ({ action, actorId }: Pick<LogEntryDoc, 'action' | 'actorId'>): boolean =>
  isUndoable(action) && actorId !== SYSTEM

/** Returns how an act is taken back: by which id, and until when. */
export const undoOf = ({ _id, at }: Pick<LogEntryDoc, '_id' | 'at'>) => ({
  id: _id,
  until: undoableUntil(at).toISOString(),
})

export const undoableUntil = (at: Date): Date => new Date(at.getTime() + UNDO_DAYS * DAY_MS)
