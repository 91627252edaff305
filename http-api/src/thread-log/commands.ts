import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { mayReadThread, type Actor, type Verdict } from '@forum/shared/policies'
import type { SiteCalendar } from '../platform/site-calendar'
import type { PostDoc } from './posts.model'
import { threadSubject } from './subjects'
import type { ThreadDraft, ThreadEventDoc } from './thread-events.model'
import type { ThreadLog } from './thread-log'
import type { ThreadDoc } from './threads.model'

/** Who changes a thread, and when. */
export interface ChangeContext {
  actorId: number
  at: Date
  /** The site's calendar day of a time. */
  dayOf: (at: Date) => string
}

/** Decides a change of an existing thread, on which `earlier` events of the same commit are not projected yet. */
export type DecideChange = (
  thread: ThreadDoc,
  context: ChangeContext,
  earlier: readonly ThreadEventDoc[],
) => Promise<ThreadDraft | null>

/** What a change carries besides what it decides. */
export interface ChangeNotes {
  idempotencyKey?: string | undefined
  /** Why a moderator makes it; an empty one is none. */
  reason?: string | undefined
}

/** Throws what a policy returns, unless it allows. */
export function authorize(verdict: Verdict): void {
  if (verdict !== 'allowed') throw new ForumError(verdict)
}

/** How features change threads: as an actor, at a time, on threads that the actor may read. */
export class ThreadCommands {
  constructor(
    private readonly log: ThreadLog<ThreadDoc, PostDoc>,
    private readonly clock: Clock,
    private readonly calendar: SiteCalendar,
  ) {}

  /**
   * Changes an existing thread. `decide` returns null where there is nothing to do; it runs again when another
   * change was faster, so it has no effects.
   */
  change(
    threadId: number,
    actor: Actor,
    decide: DecideChange,
    notes: ChangeNotes = {},
  ): Promise<ThreadEventDoc | null> {
    return this.run(threadId, actor, notes, (thread, context, earlier) => {
      if (!thread || !mayReadThread(actor, threadSubject(thread))) throw new ForumError('NOT_FOUND')
      return decide(thread, context, earlier)
    })
  }

  /** Starts a thread under an id; where the id is taken, nothing is changed. */
  create(
    threadId: number,
    actor: Actor,
    decide: (context: ChangeContext) => ThreadDraft,
    idempotencyKey?: string,
  ): Promise<ThreadEventDoc | null> {
    return this.run(threadId, actor, { idempotencyKey }, (thread, context) =>
      Promise.resolve(thread ? null : decide(context)),
    )
  }

  private run(
    threadId: number,
    actor: Actor,
    { idempotencyKey, reason }: ChangeNotes,
    decide: (
      thread: ThreadDoc | null,
      context: ChangeContext,
      earlier: readonly ThreadEventDoc[],
    ) => Promise<ThreadDraft | null>,
  ): Promise<ThreadEventDoc | null> {
    const key = idempotencyKey === undefined ? undefined : { actorId: actor.id, idempotencyKey }
    return this.log.change(
      threadId,
      async (thread, earlier) => {
        const draft = await decide(thread, changeContext(this.calendar, actor.id, this.clock.now()), earlier)
        return draft && { ...draft, ...key, ...(reason ? { reason } : {}) }
      },
      key,
    )
  }
}

export const changeContext = (calendar: SiteCalendar, actorId: number, at: Date): ChangeContext => ({
  actorId,
  at,
  dayOf: (time) => calendar.dayOf(time),
})
