import { ALL_RIGHTS } from '@forum/shared/access'
import { DAY_MS, type Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { mayModerateThread, type Actor } from '@forum/shared/policies'
import { authorize } from '../../platform/http/authorize'
import type { Viewer } from '../../platform/http/viewer'
import type { Collection } from '../../platform/mongo/model'
import {
  threadSubject,
  type ActNotes,
  type ThreadCommands,
  type ThreadDoc,
  type ThreadEventDoc,
} from '../../log'
import { paceEvent, threadChangeEvent } from '../posts/post-events'
import { dueAt, PACE_FIELDS, type StoredPace } from './pace'

/** The forum, which locks and opens threads on time; it may do so everywhere. */
const FORUM: Actor = { id: 0, role: 'admin', moderatedBoardIds: [], isMuted: false, boards: ALL_RIGHTS }
const SWEPT_AT_ONCE = 100

/** Values of the pace; what is undefined is left as it is. */
export type PaceValues = { [Name in keyof StoredPace]?: StoredPace[Name] | undefined }
/** A change of the pace; `from` is what must still be in force. */
export type PaceChange = PaceValues & { from?: PaceValues | undefined } & ActNotes

/** Slow mode, and threads that are locked and opened on time. */
export class PaceService {
  constructor(
    private readonly deps: { db: { threads: Collection<ThreadDoc> }; commands: ThreadCommands; clock: Clock },
  ) {}

  /**
   * Changes how a thread changes with time. What has the given value already is not changed.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `VALIDATION_FAILED` for a time that is over or an opening before the
   * lock, `CONFLICT` unless the thread still is as in `from`
   */
  set(
    viewer: Viewer,
    threadId: number,
    kind: 'thread.slowed' | 'thread.scheduled',
    { from, reason, undoes, ...given }: PaceChange,
  ): Promise<ThreadEventDoc | null> {
    this.requireFuture(given)
    return this.deps.commands.change(
      threadId,
      viewer.actor,
      (thread, context) => {
        authorize(mayModerateThread(viewer.actor, threadSubject(thread)))
        if (from && PACE_FIELDS.some((name) => name in from && !isSame(from[name], thread[name])))
          throw new ForumError('CONFLICT')
        const changes = Object.fromEntries(
          PACE_FIELDS.flatMap((name) =>
            given[name] === undefined || isSame(given[name], thread[name]) ? [] : [[name, given[name]]],
          ),
        ) as Partial<StoredPace>
        const { lockAt = null, unlockAt = null } = { ...thread, ...changes }
        if (lockAt !== null && unlockAt !== null && unlockAt <= lockAt) throw outOfRange('unlockAt')
        return Promise.resolve(
          Object.keys(changes).length === 0 ? null : paceEvent(context, thread, kind, changes),
        )
      },
      { reason, undoes },
    )
  }

  /** Locks and opens the threads whose time has come. */
  async sweep(): Promise<void> {
    const { db, clock } = this.deps
    const now = clock.now()
    const [timed, quiet] = await Promise.all([
      Promise.all([
        db.threads.find({ lockAt: { $lte: now } }, { limit: SWEPT_AT_ONCE }).toArray(),
        db.threads.find({ unlockAt: { $lte: now } }, { limit: SWEPT_AT_ONCE }).toArray(),
      ]),
      db.threads
        .find({
          closeAfterDays: { $gt: 0 },
          lastPostAt: { $lte: new Date(now.getTime() - DAY_MS) },
          isLocked: false,
        })
        .toArray(),
    ])
    const overdue = [...timed.flat(), ...quiet].filter((thread) => dueAt(thread, now) !== null)
    for (const threadId of new Set(overdue.map(({ _id }) => _id))) await this.apply(threadId)
  }

  private apply(threadId: number): Promise<ThreadEventDoc | null> {
    return this.deps.commands.change(threadId, FORUM, (thread, context) => {
      const due = dueAt(thread, context.at)
      if (!due) return Promise.resolve(null)
      const { isLocked, used } = due
      return Promise.resolve(
        isLocked === thread.isLocked
          ? paceEvent(context, thread, 'thread.scheduled', used)
          : threadChangeEvent(context, thread, 'thread.locked', { isLocked, ...used }),
      )
    })
  }

  private requireFuture(given: PaceValues): void {
    const now = this.deps.clock.now()
    for (const name of ['lockAt', 'unlockAt'] as const) {
      const time = given[name]
      if (time && time <= now) throw outOfRange(name)
    }
  }
}

const outOfRange = (field: string) =>
  new ForumError('VALIDATION_FAILED', { fields: [{ field, code: 'range' }] })

const plain = (value: Date | number | null | undefined) =>
  value instanceof Date ? value.getTime() : (value ?? null)
const isSame = (a: Date | number | null | undefined, b: Date | number | null | undefined) =>
  plain(a) === plain(b)
