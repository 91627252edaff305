import { randomUUID } from 'node:crypto'
import { DAY_MS, type Clock } from '@forum/shared/clock'
import { isUndoable } from '@forum/shared/acts'
import type { Undo } from '@forum/shared/contract'
import { audiences } from '@forum/shared/events'
import { MODERATION_LOG_DAYS, UNDO_DAYS } from '../platform/limits'
import type { Collection } from '../platform/mongo/model'
import type { MemberQueries } from '../members'
import { NumberedAppends } from '../platform/mongo/numbered-appends'
import type { Publisher } from '../platform/work/publisher'
import { finishNow, type Carrier } from '../platform/work/unfinished'
import { SYSTEM, type ActDraft, type LogEntryDoc } from './moderation-log.model'

export interface ModerationLogDeps {
  db: { moderationLog: Collection<LogEntryDoc> }
  members: MemberQueries
  publisher: Publisher
  clock: Clock
  /** Called with appended entries before their acts count as logged; may be called again with the same. */
  onAppended: (entries: readonly LogEntryDoc[]) => Promise<void>
  onFailure: (error: unknown) => void
}

/** An act that is in the log, or will be: the entry is null if it is not there yet. */
export interface Logged {
  key: string
  entry: LogEntryDoc | null
}

const PUBLISHED_MAX = 1_000

/** The log of privileged acts. */
export class ModerationLog {
  private readonly appends: NumberedAppends<LogEntryDoc>
  /** The acts that this process has published lately: a command and the consumer both log the act of an event. */
  private readonly published = new Set<string>()

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

  /** Logs an act that a document carries; the sweep repeats what fails. */
  async appendCarried(carrier: Carrier, _id: number | string, act: ActDraft): Promise<Logged> {
    const append = async () => (await this.append([act]))[0] ?? null
    const entry = await finishNow({ carrier, _id, ids: [act.key] }, append, this.deps.onFailure)
    return { key: act.key, entry }
  }

  private async publish(entries: readonly LogEntryDoc[]): Promise<void> {
    const { members, publisher } = this.deps
    if (!publisher.isActive) return
    const people = await members.people(entries.map(({ actorId }) => actorId))
    for (const entry of entries) {
      if (entry.isForAdmins || this.published.has(entry.key)) continue
      this.published.add(entry.key)
      const [oldest] = this.published
      if (oldest !== undefined && this.published.size > PUBLISHED_MAX) this.published.delete(oldest)
      const { key, at, action, actorId, boardIds, threadId, postId, userId } = entry
      const undo = undoOf({ key, entry })
      const payload = {
        action,
        by: actorId === SYSTEM ? null : people.summary(actorId),
        ...(postId === null ? {} : { postId }),
        ...(threadId === null ? {} : { threadId }),
        ...(userId === null ? {} : { userId }),
        ...(undo ? { undo } : {}),
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

/** Returns true if an act can be undone at all; automatic acts of the forum cannot. */
export const isUndoableEntry = ({ action, actorId }: Pick<LogEntryDoc, 'action' | 'actorId'>): boolean =>
  isUndoable(action) && actorId !== SYSTEM

/** Returns how an act is taken back: by which id, and until when. Null if it cannot be, or did not change anything. */
export const undoOf = (logged: Logged | null): Undo | null => {
  const entry = logged?.entry
  return entry && isUndoableEntry(entry)
    ? { id: entry._id, until: undoableUntil(entry.at).toISOString() }
    : null
}

export const undoableUntil = (at: Date): Date => new Date(at.getTime() + UNDO_DAYS * DAY_MS)
