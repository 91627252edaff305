import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { mayReadThread, type Actor } from '@forum/shared/policies'
import type { SiteCalendar } from '../platform/site-calendar'
import type { Kind, PostBatch } from './log-event'
import type { PostDoc } from './posts.model'
import { threadSubject } from './subjects'
import type { ThreadDraft, ThreadEventDoc } from './thread-events.model'
import type { Changed, Decide, IdempotencyKey, ThreadLog } from './thread-log'
import type { ThreadDoc } from './threads.model'

type Change = Decide<ThreadDoc, PostDoc>

/** Who changes a thread, and when. */
export interface ChangeContext {
  /** The member who acts, or the alias under which the member does. */
  actorId: number
  /** The member behind an alias. */
  writerId?: number
  at: Date
  /** Returns the site's calendar day of a time. */
  dayOf: (at: Date) => string
}

/** Decides on a change of an existing thread, given `earlier` events of the same commit that are not projected yet. */
export type DecideChange = (
  thread: ThreadDoc,
  context: ChangeContext,
  earlier: readonly ThreadEventDoc[],
) => Promise<ThreadDraft | null>

/** A moderator's notes on an act, and the entry that the act undoes. */
export type ActNotes = Pick<
  ChangeNotes,
  'reason' | 'undoes' | 'purgeId' | 'transferId' | 'mustChange' | 'batch'
>

/** Additional content of the event of a change. */
export interface ChangeNotes {
  /** The moderator's reason; an empty one counts as none. */
  reason?: string | undefined
  /** The entry of the moderation log that the change takes back. */
  undoes?: number | undefined
  /** The purge that the change is a part of: it deletes for one, or restores what one has deleted. */
  purgeId?: number | undefined
  /** The transfer between boards that the change is a part of: it moves for one, or takes one back. */
  transferId?: number | undefined
  /** The act on several posts that the change is a part of. */
  batch?: PostBatch | undefined
  /** Refuses with `CONFLICT` if there is nothing to do. */
  mustChange?: boolean | undefined
}

/**
 * The events that may still follow in a thread that was merged into another one: it returns, or its title is erased.
 */
const ON_MERGED: ReadonlySet<Kind> = new Set<Kind>(['thread.unmerged', 'thread.erased'])

/** The way in which features change threads: as an actor, at a time, and only threads that the actor may read. */
export class ThreadCommands {
  constructor(
    private readonly log: ThreadLog<ThreadDoc, PostDoc>,
    private readonly clock: Clock,
    private readonly calendar: SiteCalendar,
  ) {}

  /**
   * Changes an existing thread and returns the event, null if there is nothing to do. `decide` must have no side effects,
   * because it runs again when a concurrent change commits first.
   */
  async change(
    threadId: number,
    actor: Actor,
    decide: DecideChange,
    notes: ChangeNotes = {},
  ): Promise<ThreadEventDoc | null> {
    return (await this.log.change(threadId, this.decision(actor, decide, notes))).event
  }

  /**
   * Changes an existing thread once per key; without one, every call counts.
   *
   * @param alias the name in the thread under which the actor writes
   */
  changeOnce(
    idempotencyKey: string | undefined,
    threadId: number,
    actor: Actor,
    decide: DecideChange,
    { alias, ...notes }: ChangeNotes & { alias?: number | undefined } = {},
  ): Promise<Changed<ThreadEventDoc>> {
    const key = keyOf(alias ?? actor.id, idempotencyKey)
    return this.log.change(threadId, this.decision(actor, decide, notes, { key, alias }), key)
  }

  /** Starts a thread under an id; if the id is taken, or `decide` returns null, nothing changes. */
  create(
    threadId: number,
    actor: Actor,
    decide: (context: ChangeContext) => ThreadDraft | null,
    { key: idempotencyKey, alias }: { key?: string | undefined; alias?: number | undefined } = {},
  ): Promise<Changed<ThreadEventDoc>> {
    const key = keyOf(alias ?? actor.id, idempotencyKey)
    const create: Change = (thread) => {
      const draft = thread ? null : decide(this.context(actor, alias))
      return Promise.resolve(draft && { ...draft, ...key })
    }
    return this.log.change(threadId, create, key)
  }

  private decision(
    actor: Actor,
    decide: DecideChange,
    notes: ChangeNotes,
    { key, alias }: { key?: IdempotencyKey | undefined; alias?: number | undefined } = {},
  ): Change {
    return async (thread, earlier) => {
      if (!thread || !mayReadThread(actor, threadSubject(thread))) throw new ForumError('NOT_FOUND')
      const draft = await decide(thread, this.context(actor, alias), earlier)
      if (draft && thread.mergedInto && !ON_MERGED.has(draft.kind)) throw new ForumError('CONFLICT')
      const { reason, undoes, batch, mustChange = undoes !== undefined } = notes
      // Taking back an act that has been taken back already is refused too.
      if (!draft && mustChange) throw new ForumError('CONFLICT')
      const said = { ...(reason ? { reason } : {}), ...(undoes === undefined ? {} : { undoes }) }
      return draft && { ...draft, ...key, ...said, ...commandOf(notes), ...(batch && { batch }) }
    }
  }

  private context(actor: Actor, alias?: number): ChangeContext {
    const context = changeContext(this.calendar, alias ?? actor.id, this.clock.now())
    return alias === undefined ? context : { ...context, writerId: actor.id }
  }
}

const keyOf = (actorId: number, idempotencyKey: string | undefined): IdempotencyKey | undefined =>
  idempotencyKey === undefined ? undefined : { actorId, idempotencyKey }

export const changeContext = (calendar: SiteCalendar, actorId: number, at: Date): ChangeContext => ({
  actorId,
  at,
  dayOf: (time) => calendar.dayOf(time),
})

/** Returns what the events of one command on many threads or posts have in common. */
function commandOf({ purgeId, transferId }: ChangeNotes): { commandId?: string } {
  if (purgeId !== undefined) return { commandId: `purge:${purgeId}` }
  return transferId === undefined ? {} : { commandId: `transfer:${transferId}` }
}
